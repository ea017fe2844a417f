// @ts-check
"use strict";
// The worker in which the computer thinks: it loads cmd/taflwasm and calls its functions, one after
// another.
(() => {
  /** @param {string} glue @param {string} engine */
  const load = async (glue, engine) => {
    importScripts(glue);
    // @ts-ignore Go comes with glue
    const go = new Go();
    const {instance} = await WebAssembly.instantiateStreaming(fetch(engine), go.importObject);
    go.run(instance);
  };
  /** @type {Promise<any>} what was asked before */
  let before = Promise.resolve();
  onmessage = ({data: {id, name, args}}) => {
    // @ts-ignore tafl is what the engine gives
    before = before.then(() => name === "load" ? load(args[0], args[1]) : tafl[name](...args)).then((told) => postMessage({id, told: told || ""}));
    before.catch((e) => setTimeout(() => { throw e; }));
  };
})();
