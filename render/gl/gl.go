// Package gl binds the functions of OpenGL 3.3 that render needs and g3n lacks, under their OpenGL names
// without the prefix. A full binding takes half a minute to compile. To add a function, add a line to gl.h
// and one here.
package gl

// #cgo linux freebsd netbsd openbsd pkg-config: gl
// #cgo windows LDFLAGS: -lopengl32
// #cgo darwin LDFLAGS: -framework OpenGL
// #include "gl.h"
import "C"

import (
	"errors"
	"strings"
	"unsafe"
)

// OpenGL constants.
const (
	ACTIVE_TEXTURE                   = 0x84E0
	BGRA                             = 0x80E1
	CLAMP_TO_EDGE                    = 0x812F
	COLOR_ATTACHMENT0                = 0x8CE0
	COLOR_BUFFER_BIT                 = 0x00004000
	COMPARE_REF_TO_TEXTURE           = 0x884E
	CURRENT_PROGRAM                  = 0x8B8D
	DEPTH_ATTACHMENT                 = 0x8D00
	DEPTH_COMPONENT                  = 0x1902
	DEPTH_COMPONENT24                = 0x81A6
	DRAW_FRAMEBUFFER                 = 0x8CA9
	DYNAMIC_DRAW                     = 0x88E8
	FRAMEBUFFER                      = 0x8D40
	FRAMEBUFFER_COMPLETE             = 0x8CD5
	IMPLEMENTATION_COLOR_READ_FORMAT = 0x8B9B
	INVALID_INDEX                    = 0xFFFFFFFF
	LEQUAL                           = 0x0203
	LINEAR                           = 0x2601
	LINEAR_MIPMAP_LINEAR             = 0x2703
	LINEAR_MIPMAP_NEAREST            = 0x2701
	MAX_SAMPLES                      = 0x8D57
	MAX_TEXTURE_SIZE                 = 0x0D33
	NEAREST                          = 0x2600
	NEAREST_MIPMAP_NEAREST           = 0x2700
	NONE                             = 0
	PACK_ALIGNMENT                   = 0x0D05
	READ_FRAMEBUFFER                 = 0x8CA8
	RENDERBUFFER                     = 0x8D41
	RENDERER                         = 0x1F01
	REPEAT                           = 0x2901
	RGBA                             = 0x1908
	RGBA8                            = 0x8058
	RGBA16F                          = 0x881A
	FLOAT                            = 0x1406
	SHADING_LANGUAGE_VERSION         = 0x8B8C
	TEXTURE0                         = 0x84C0
	TEXTURE_2D                       = 0x0DE1
	TEXTURE_COMPARE_FUNC             = 0x884D
	TEXTURE_COMPARE_MODE             = 0x884C
	TEXTURE_CUBE_MAP                 = 0x8513
	TEXTURE_CUBE_MAP_POSITIVE_X      = 0x8515
	TEXTURE_CUBE_MAP_SEAMLESS        = 0x884F
	TEXTURE_MAG_FILTER               = 0x2800
	TEXTURE_MAX_LEVEL                = 0x813D
	TEXTURE_MIN_FILTER               = 0x2801
	TEXTURE_WRAP_S                   = 0x2802
	TEXTURE_WRAP_T                   = 0x2803
	UNIFORM_BUFFER                   = 0x8A11
	UNPACK_ROW_LENGTH                = 0x0CF2
	UNSIGNED_BYTE                    = 0x1401
	UNSIGNED_INT                     = 0x1405
	UNSIGNED_INT_8_8_8_8_REV         = 0x8367
	VENDOR                           = 0x1F00
	VERSION                          = 0x1F02
)

// Init loads the functions for the current context. Call it first.
func Init() error {
	if missing := C.taflLoad(); missing != nil {
		return errors.New(C.GoString(missing))
	}
	return nil
}

// Str returns the address of a string that ends with a zero byte. The caller keeps the string alive.
func Str(text string) *uint8 {
	if !strings.HasSuffix(text, "\x00") {
		panic("gl: no zero byte ends " + text)
	}
	return unsafe.StringData(text)
}

// GoStr converts a C string.
func GoStr(text *uint8) string { return C.GoString((*C.char)(unsafe.Pointer(text))) }

func ActiveTexture(texture uint32) { C.taflActiveTexture(C.GLenum(texture)) }

func BindBuffer(target uint32, buffer uint32) { C.taflBindBuffer(C.GLenum(target), C.GLuint(buffer)) }

func BindBufferBase(target uint32, index uint32, buffer uint32) {
	C.taflBindBufferBase(C.GLenum(target), C.GLuint(index), C.GLuint(buffer))
}

func BindFramebuffer(target uint32, framebuffer uint32) {
	C.taflBindFramebuffer(C.GLenum(target), C.GLuint(framebuffer))
}

func BindRenderbuffer(target uint32, renderbuffer uint32) {
	C.taflBindRenderbuffer(C.GLenum(target), C.GLuint(renderbuffer))
}

func BindSampler(unit uint32, sampler uint32) { C.taflBindSampler(C.GLuint(unit), C.GLuint(sampler)) }

func BindTexture(target uint32, texture uint32) {
	C.taflBindTexture(C.GLenum(target), C.GLuint(texture))
}

func BlitFramebuffer(srcX0 int32, srcY0 int32, srcX1 int32, srcY1 int32, dstX0 int32, dstY0 int32, dstX1 int32,
	dstY1 int32, mask uint32, filter uint32) {
	C.taflBlitFramebuffer(C.GLint(srcX0), C.GLint(srcY0), C.GLint(srcX1), C.GLint(srcY1), C.GLint(dstX0),
		C.GLint(dstY0), C.GLint(dstX1), C.GLint(dstY1), C.GLbitfield(mask), C.GLenum(filter))
}

func BufferData(target uint32, size int, data unsafe.Pointer, usage uint32) {
	C.taflBufferData(C.GLenum(target), C.GLsizeiptr(size), data, C.GLenum(usage))
}

func CheckFramebufferStatus(target uint32) uint32 {
	return uint32(C.taflCheckFramebufferStatus(C.GLenum(target)))
}

func CreateProgram() uint32 { return uint32(C.taflCreateProgram()) }

func DeleteBuffers(n int32, buffers *uint32) {
	C.taflDeleteBuffers(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(buffers)))
}

func DeleteFramebuffers(n int32, framebuffers *uint32) {
	C.taflDeleteFramebuffers(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(framebuffers)))
}

func DeleteProgram(program uint32) { C.taflDeleteProgram(C.GLuint(program)) }

func DeleteRenderbuffers(n int32, renderbuffers *uint32) {
	C.taflDeleteRenderbuffers(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(renderbuffers)))
}

func DeleteSamplers(count int32, samplers *uint32) {
	C.taflDeleteSamplers(C.GLsizei(count), (*C.GLuint)(unsafe.Pointer(samplers)))
}

func DeleteTextures(n int32, textures *uint32) {
	C.taflDeleteTextures(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(textures)))
}

func DeleteVertexArrays(n int32, arrays *uint32) {
	C.taflDeleteVertexArrays(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(arrays)))
}

func DrawBuffer(buf uint32) { C.taflDrawBuffer(C.GLenum(buf)) }

func Enable(cap uint32) { C.taflEnable(C.GLenum(cap)) }

func Finish() { C.taflFinish() }

func FramebufferRenderbuffer(target uint32, attachment uint32, renderbuffertarget uint32, renderbuffer uint32) {
	C.taflFramebufferRenderbuffer(C.GLenum(target), C.GLenum(attachment), C.GLenum(renderbuffertarget),
		C.GLuint(renderbuffer))
}

func FramebufferTexture2D(target uint32, attachment uint32, textarget uint32, texture uint32, level int32) {
	C.taflFramebufferTexture2D(C.GLenum(target), C.GLenum(attachment), C.GLenum(textarget), C.GLuint(texture),
		C.GLint(level))
}

func GenBuffers(n int32, buffers *uint32) {
	C.taflGenBuffers(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(buffers)))
}

func GenFramebuffers(n int32, framebuffers *uint32) {
	C.taflGenFramebuffers(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(framebuffers)))
}

func GenRenderbuffers(n int32, renderbuffers *uint32) {
	C.taflGenRenderbuffers(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(renderbuffers)))
}

func GenSamplers(count int32, samplers *uint32) {
	C.taflGenSamplers(C.GLsizei(count), (*C.GLuint)(unsafe.Pointer(samplers)))
}

func GenTextures(n int32, textures *uint32) {
	C.taflGenTextures(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(textures)))
}

func GenVertexArrays(n int32, arrays *uint32) {
	C.taflGenVertexArrays(C.GLsizei(n), (*C.GLuint)(unsafe.Pointer(arrays)))
}

func GenerateMipmap(target uint32) { C.taflGenerateMipmap(C.GLenum(target)) }

func GetIntegerv(pname uint32, data *int32) {
	C.taflGetIntegerv(C.GLenum(pname), (*C.GLint)(unsafe.Pointer(data)))
}

func GetString(name uint32) *uint8 { return (*uint8)(unsafe.Pointer(C.taflGetString(C.GLenum(name)))) }

func GetTexImage(target uint32, level int32, format uint32, xtype uint32, pixels unsafe.Pointer) {
	C.taflGetTexImage(C.GLenum(target), C.GLint(level), C.GLenum(format), C.GLenum(xtype), pixels)
}

func GetUniformBlockIndex(program uint32, uniformBlockName *uint8) uint32 {
	return uint32(C.taflGetUniformBlockIndex(C.GLuint(program), (*C.GLchar)(unsafe.Pointer(uniformBlockName))))
}

func GetUniformLocation(program uint32, name *uint8) int32 {
	return int32(C.taflGetUniformLocation(C.GLuint(program), (*C.GLchar)(unsafe.Pointer(name))))
}

func IsBuffer(buffer uint32) bool { return C.taflIsBuffer(C.GLuint(buffer)) != 0 }

func IsFramebuffer(framebuffer uint32) bool { return C.taflIsFramebuffer(C.GLuint(framebuffer)) != 0 }

func IsProgram(program uint32) bool { return C.taflIsProgram(C.GLuint(program)) != 0 }

func IsRenderbuffer(renderbuffer uint32) bool {
	return C.taflIsRenderbuffer(C.GLuint(renderbuffer)) != 0
}

func IsTexture(texture uint32) bool { return C.taflIsTexture(C.GLuint(texture)) != 0 }

func IsVertexArray(array uint32) bool { return C.taflIsVertexArray(C.GLuint(array)) != 0 }

func PixelStorei(pname uint32, param int32) { C.taflPixelStorei(C.GLenum(pname), C.GLint(param)) }

func ReadBuffer(src uint32) { C.taflReadBuffer(C.GLenum(src)) }

func ReadPixels(x int32, y int32, width int32, height int32, format uint32, xtype uint32, pixels unsafe.Pointer) {
	C.taflReadPixels(C.GLint(x), C.GLint(y), C.GLsizei(width), C.GLsizei(height), C.GLenum(format),
		C.GLenum(xtype), pixels)
}

func RenderbufferStorage(target uint32, internalformat uint32, width int32, height int32) {
	C.taflRenderbufferStorage(C.GLenum(target), C.GLenum(internalformat), C.GLsizei(width), C.GLsizei(height))
}

func RenderbufferStorageMultisample(target uint32, samples int32, internalformat uint32, width int32, height int32) {
	C.taflRenderbufferStorageMultisample(C.GLenum(target), C.GLsizei(samples), C.GLenum(internalformat),
		C.GLsizei(width), C.GLsizei(height))
}

func SamplerParameteri(sampler uint32, pname uint32, param int32) {
	C.taflSamplerParameteri(C.GLuint(sampler), C.GLenum(pname), C.GLint(param))
}

func TexImage2D(target uint32, level int32, internalformat int32, width int32, height int32, border int32,
	format uint32, xtype uint32, pixels unsafe.Pointer) {
	C.taflTexImage2D(C.GLenum(target), C.GLint(level), C.GLint(internalformat), C.GLsizei(width), C.GLsizei(height),
		C.GLint(border), C.GLenum(format), C.GLenum(xtype), pixels)
}

func TexParameteri(target uint32, pname uint32, param int32) {
	C.taflTexParameteri(C.GLenum(target), C.GLenum(pname), C.GLint(param))
}

func TexSubImage2D(target uint32, level int32, xoffset int32, yoffset int32, width int32, height int32, format uint32,
	xtype uint32, pixels unsafe.Pointer) {
	C.taflTexSubImage2D(C.GLenum(target), C.GLint(level), C.GLint(xoffset), C.GLint(yoffset), C.GLsizei(width),
		C.GLsizei(height), C.GLenum(format), C.GLenum(xtype), pixels)
}

func Uniform1i(location int32, v0 int32) { C.taflUniform1i(C.GLint(location), C.GLint(v0)) }

func UniformBlockBinding(program uint32, uniformBlockIndex uint32, uniformBlockBinding uint32) {
	C.taflUniformBlockBinding(C.GLuint(program), C.GLuint(uniformBlockIndex), C.GLuint(uniformBlockBinding))
}
