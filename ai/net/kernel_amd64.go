package net

import "golang.org/x/sys/cpu"

//go:generate go -C ../../lab test ./vector -run TestGenerated -write

// vectors reports that the processor has AVX2.
var vectors = cpu.X86.HasAVX2

func shift(to, from, add, sub []int16) {
	if !vectors {
		shiftPlain(to, from, add, sub)
		return
	}
	shiftVector(&to[0], &from[0], &add[0], &sub[0], len(to))
}

func less(to, from, sub []int16) {
	if !vectors {
		lessPlain(to, from, sub)
		return
	}
	lessVector(&to[0], &from[0], &sub[0], len(to))
}

func more(to, add []int16) {
	if !vectors {
		morePlain(to, add)
		return
	}
	moreVector(&to[0], &add[0], len(to))
}

func dot(acc, weight []int16) int32 {
	if !vectors {
		return dotPlain(acc, weight)
	}
	return dotVector(&acc[0], &weight[0], len(acc))
}

func peek(acc, add, sub, weight []int16) int32 {
	if !vectors {
		return peekPlain(acc, add, sub, weight)
	}
	return peekVector(&acc[0], &add[0], &sub[0], &weight[0], len(acc))
}
