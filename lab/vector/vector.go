// Package vector generates the AVX2 code of ai/net for amd64. It is not part of any program:
// go generate in ai/net runs it, and a test compares the files there with its output.
package vector

import (
	"bytes"
	"errors"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// Names of the generated files in ai/net.
const (
	CodeFile = "vector_amd64.s"
	StubFile = "vector_amd64.go"
)

// lane is the number of bytes per vector: sixteen int16.
const lane = 32

// unit equals net.Unit. Importing net would need the code that is generated here.
const unit = 255

// Files returns the assembly and the Go declarations.
func Files() (code, stubs []byte, err error) {
	c := build.NewContext()
	rowwise(c, "shiftVector", "shiftVector is shiftPlain for n numbers, a multiple of 16.",
		"func(to, from, add, sub *int16, n int)", "from", "add", "sub")
	rowwise(c, "lessVector", "lessVector is lessPlain for n numbers, a multiple of 16.",
		"func(to, from, sub *int16, n int)", "from", "", "sub")
	rowwise(c, "moreVector", "moreVector is morePlain for n numbers, a multiple of 16.",
		"func(to, add *int16, n int)", "to", "add", "")
	squares(c, "dotVector", "dotVector is dotPlain for n numbers, a multiple of 16.",
		"func(acc, weight *int16, n int) int32", false)
	squares(c, "peekVector", "peekVector is peekPlain for n numbers, a multiple of 16.",
		"func(acc, add, sub, weight *int16, n int) int32", true)
	f, err := c.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return nil, nil, err
	}
	config := printer.Config{Name: "go generate", Pkg: "net"}
	code, err = printer.NewGoAsm(config).Print(f)
	stubs, err2 := printer.NewStubs(config).Print(f)
	return bytes.TrimLeft(code, "\n"), stubs, errors.Join(err, err2)
}

// begin declares a function and loads its pointers by name.
func begin(c *build.Context, name, doc, signature string, pointers ...string) map[string]reg.GPVirtual {
	c.Function(name)
	c.Doc(doc)
	c.Attributes(attr.NOSPLIT)
	c.SignatureExpr(signature)
	r := map[string]reg.GPVirtual{}
	for _, p := range append(pointers, "n") {
		if p != "" && r[p] == nil {
			r[p] = c.GP64()
			c.Load(c.Param(p), r[p])
		}
	}
	return r
}

// loop repeats body for every sixteen elements. body receives their offset from the pointers.
func loop(c *build.Context, n reg.GPVirtual, body func(at reg.GPVirtual)) {
	at := c.GP64()
	c.XORQ(at, at)
	c.SHLQ(operand.U8(1), n)
	c.Label("next")
	body(at)
	c.ADDQ(operand.U8(lane), at)
	c.CMPQ(at, n)
	c.JLT(operand.LabelRef("next"))
}

// of returns the memory operand at an offset from a pointer.
func of(pointer, at reg.GPVirtual) operand.Mem {
	return operand.Mem{Base: pointer, Index: at, Scale: 1}
}

// rowwise generates a function that sets to to from plus add minus sub; empty names are left out.
func rowwise(c *build.Context, name, doc, signature, from, add, sub string) {
	r := begin(c, name, doc, signature, "to", from, add, sub)
	loop(c, r["n"], func(at reg.GPVirtual) {
		y := c.YMM()
		c.VMOVDQU(of(r[from], at), y)
		if add != "" {
			c.VPADDW(of(r[add], at), y, y)
		}
		if sub != "" {
			c.VPSUBW(of(r[sub], at), y, y)
		}
		c.VMOVDQU(y, of(r["to"], at))
	})
	c.VZEROUPPER()
	c.RET()
}

// squares generates a function that sums the squared clipped activations times their weights,
// optionally after adding one row and subtracting another.
func squares(c *build.Context, name, doc, signature string, shifted bool) {
	pointers := []string{"acc", "weight"}
	if shifted {
		pointers = append(pointers, "add", "sub")
	}
	r := begin(c, name, doc, signature, pointers...)
	zero, most, sum := c.YMM(), c.YMM(), c.YMM()
	c.VPXOR(zero, zero, zero)
	c.VPXOR(sum, sum, sum)
	limit := c.GP32()
	c.MOVL(operand.U32(unit), limit)
	c.VMOVD(limit, most.AsX())
	c.VPBROADCASTW(most.AsX(), most)
	loop(c, r["n"], func(at reg.GPVirtual) {
		y, w := c.YMM(), c.YMM()
		c.VMOVDQU(of(r["acc"], at), y)
		if shifted {
			c.VPADDW(of(r["add"], at), y, y)
			c.VPSUBW(of(r["sub"], at), y, y)
		}
		c.VPMAXSW(zero, y, y)
		c.VPMINSW(most, y, y)
		c.VPMULLW(of(r["weight"], at), y, w)
		c.VPMADDWD(w, y, y)
		c.VPADDD(y, sum, sum)
	})
	total(c, sum)
	c.RET()
}

// total returns the horizontal sum of eight 32-bit integers.
func total(c *build.Context, sum reg.VecVirtual) {
	x := c.XMM()
	c.VEXTRACTI128(operand.U8(1), sum, x)
	c.VPADDD(sum.AsX(), x, x)
	y := c.XMM()
	c.VPSHUFD(operand.U8(0x4e), x, y)
	c.VPADDD(x, y, x)
	c.VPSHUFD(operand.U8(0xb1), x, y)
	c.VPADDD(x, y, x)
	result := c.GP32()
	c.VMOVD(x, result)
	c.VZEROUPPER()
	c.Store(result, c.ReturnIndex(0))
}
