//go:build !amd64

package net

func shift(to, from, add, sub []int16) { shiftPlain(to, from, add, sub) }

func less(to, from, sub []int16) { lessPlain(to, from, sub) }

func more(to, add []int16) { morePlain(to, add) }

func dot(acc, weight []int16) int32 { return dotPlain(acc, weight) }

func peek(acc, add, sub, weight []int16) int32 { return peekPlain(acc, add, sub, weight) }
