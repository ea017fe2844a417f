package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"tafl3d/ai/net"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/lab/train"
)

var trainCommand = &command.Command{
	Name:    "train",
	Summary: "fit a net to games",
	Args: "-games FILE,... -out NAME [-width N] [-regions N] [-stages N] [-epochs N] [-fade F] [-result F] [-rate " +
		"F] [-from FILE] [-firm] [-seed S] [-force]",
	Help: `Reads the games of tafllab games. After each epoch it writes NAME.fit, from which
the same command continues, NAME.json with the loss of each epoch, NAME.png with
its curve, and NAME.net, the net in integers that was best on the held-out games.
Without NAME.fit, existing files are replaced only with -force. The same games
and seed give the same net.

The target of a position is the winning chance that the searches saw from there
on: each later one counts -fade times as much as the one before it, and the
result has the rest. A share of -result is the result itself.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		t := &trainer{}
		t.fit(f)
		f.Uint64Var(&t.opt.Seed, "seed", 1, "seed of the random numbers")
		f.StringVar(&t.games, "games", "", "`files` of games, separated by commas")
		f.StringVar(&t.out, "out", "", "`name` of the files to write, without extension")
		command.ForceFlag(f, &t.force)
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			return t.run(ctx, e)
		}
	},
}

var quantiseCommand = &command.Command{
	Name:    "quantise",
	Summary: "convert the result of tafllab train into a net",
	Args:    "-fit FILE -out FILE [-scale N] [-share N] [-trained WORDS] [-force]",
	Help: `Converts a .fit file into a net in integers, as tafllab train does. -scale sets
the hundredths of a man by which the odds grow e times, and -share how much of
the net is added to the hand-made evaluation. -out "-" is standard output; an
existing file is replaced only with -force.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		var fit, out string
		var h net.Head
		f.StringVar(&fit, "fit", "", "`file` of tafllab train")
		f.StringVar(&out, "out", "", "`file` of the net")
		f.IntVar(&h.Scale, "scale", 0, "hundredths of a man by which the odds grow e times; 0 for the fitted value")
		f.StringVar(&h.Trained, "trained", "", "`text` on how the net was trained, for its header")
		share, force := shareFlag(f), false
		command.ForceFlag(f, &force)
		return func(e *command.Env) error {
			if fit == "" || out == "" {
				return command.Usagef("quantise: -fit and -out are needed")
			}
			if err := command.Writable(force, out); err != nil {
				return err
			}
			s, err := readFit(fit)
			if err != nil {
				return err
			}
			return writeNet(e, s, h, *share, out)
		}
	},
}

func shareFlag(f *flag.FlagSet) *float64 {
	return f.Float64("share", 0.5, "`share` of the net that is added to the hand-made evaluation")
}

// trainer holds the flags of a training run.
type trainer struct {
	games, out string
	from       string // net to continue from
	shape      net.Shape
	force      bool
	fade, held float64
	share      *float64
	opt        train.Options
}

// fit declares the flags that are the same for all generations.
func (t *trainer) fit(f *flag.FlagSet) {
	f.IntVar(&t.shape.Width, "width", 128, "width of the hidden layer, a multiple of 16")
	f.IntVar(&t.shape.Regions, "regions", net.Regions, "regions of the king")
	f.IntVar(&t.shape.Stages, "stages", 1, "number of outputs, by men left")
	f.Float64Var(&t.fade, "fade", 0.9, "weight of a later position, relative to the one before it")
	f.Float64Var(&t.held, "held", 0.05, "share of held-out games")
	f.IntVar(&t.opt.Epochs, "epochs", 6, "number of epochs")
	f.IntVar(&t.opt.Batch, "batch", 4096, "positions per step")
	f.Float64Var(&t.opt.Rate, "rate", 0.001, "largest step of a weight at the beginning")
	f.Float64Var(&t.opt.Result, "result", 0, "share of the result")
	f.Float64Var(&t.opt.Decay, "decay", 0.1, "weight decay, times the rate")
	f.IntVar(&t.opt.Stop, "stop", 3, "epochs without improvement before it stops; 0 for never")
	t.share = shareFlag(f)
	f.StringVar(&t.from, "from", "", "`file` of a net to start from, with the same -share")
	f.BoolVar(&t.opt.Firm, "good", false, "keep the weight of the hand-made evaluation")
}

func (t *trainer) run(ctx context.Context, e *command.Env) error {
	if t.games == "" || t.out == "" {
		return command.Usagef("train: -games and -out are needed")
	}
	if err := t.writable(); err != nil {
		return err
	}
	d, err := t.load(strings.Split(t.games, ","))
	if err != nil {
		return err
	}
	learned, held := d.Positions()
	fmt.Fprintf(e.Note, "%d games: %d positions for training, %d held out\n", d.Games, learned, held)
	from, err := readFit(t.out + ".fit")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if from == nil && t.from != "" {
		if from, err = t.begin(d); err != nil {
			return err
		}
	}
	s, err := train.Fit(ctx, d, t.opt, from, func(s *train.State) error { return t.keep(e, s) })
	if err != nil {
		return err
	}
	return writeNet(e, s, net.Head{Trained: t.story()}, *t.share, t.out+".net")
}

// writable returns an error if the files cannot be written, or exist although there is no fit to go on from.
func (t *trainer) writable() error {
	if t.out == command.Stdout {
		return command.Usagef("train: it writes several files: -out is their name, not standard output")
	}
	_, err := os.Stat(t.out + ".fit")
	return command.Writable(t.force || err == nil, t.out+".json", t.out+".png", t.out+".net")
}

// begin returns the initial state for a run that continues a net.
func (t *trainer) begin(d *train.Data) (*train.State, error) {
	n, err := readNet(t.from)
	if err != nil {
		return nil, err
	}
	return train.From(d, t.opt, n, *t.share)
}

// load reads games; their boards must have the same size.
func (t *trainer) load(files []string) (*train.Data, error) {
	size, err := train.SizeOf(files[0], rulesOf)
	if err != nil {
		return nil, err
	}
	t.shape.Size = size
	return train.Load(files, t.shape, t.held, t.fade, t.opt.Seed, rulesOf)
}

func rulesOf(id string) (*rules.Rules, error) {
	v, err := variant.Get(id)
	if err != nil {
		return nil, err
	}
	return v.Rules, nil
}

// story describes the training for the head of the net.
func (t *trainer) story() string {
	return fmt.Sprintf(
		"games %s; epochs %d, batch %d, rate %v, fade %v, result %v, decay %v, held %v, seed %d, share %v",
		t.games, t.opt.Epochs, t.opt.Batch, t.opt.Rate, t.fade, t.opt.Result, t.opt.Decay, t.held, t.opt.Seed, *t.share)
}

// keep writes the state, the log and the learning curve.
func (t *trainer) keep(e *command.Env, s *train.State) error {
	last := s.Log[len(s.Log)-1]
	fmt.Fprintf(e.Note, "epoch %d: loss %.5f, held out %.5f; of their results %.5f\n", last.N, last.Train,
		last.Held, last.Result)
	var fit, log, curve bytes.Buffer
	enc := json.NewEncoder(&log)
	for _, l := range s.Log {
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	if err := cmp.Or(gob.NewEncoder(&fit).Encode(s), train.Curve(&curve, s.Log)); err != nil {
		return err
	}
	return cmp.Or(replace(t.out+".fit", fit.Bytes()), replace(t.out+".json", log.Bytes()),
		replace(t.out+".png", curve.Bytes()))
}

// replace writes a file atomically.
func replace(name string, data []byte) error {
	if err := os.WriteFile(name+".new", data, 0o666); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

func readFit(name string) (*train.State, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s := &train.State{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// writeNet writes the trained net.
func writeNet(e *command.Env, s *train.State, h net.Head, share float64, name string) error {
	n, err := s.Net(h, share)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		return err
	}
	e.Say(name, "%s: net %s, %d wide, %d bytes, scale %d\n", name, n.Hash, n.Width, b.Len(), n.Scale)
	return e.Write(name, b.Bytes())
}
