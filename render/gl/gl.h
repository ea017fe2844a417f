// The OpenGL functions in use: result, name, parameters, and names of the parameters. gl.h declares
// a wrapper for each; gl.c defines and loads it.
#include <stddef.h>
typedef unsigned int GLenum, GLuint, GLbitfield;
typedef unsigned char GLboolean, GLubyte;
typedef int GLint, GLsizei;
typedef char GLchar;
typedef float GLfloat;
typedef ptrdiff_t GLintptr, GLsizeiptr;

#define EACH(X) \
	X(void, ActiveTexture, (GLenum texture), (texture)) \
	X(void, BindBuffer, (GLenum target, GLuint buffer), (target, buffer)) \
	X(void, BindBufferBase, (GLenum target, GLuint index, GLuint buffer), (target, index, buffer)) \
	X(void, BindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer)) \
	X(void, BindRenderbuffer, (GLenum target, GLuint renderbuffer), (target, renderbuffer)) \
	X(void, BindSampler, (GLuint unit, GLuint sampler), (unit, sampler)) \
	X(void, BindTexture, (GLenum target, GLuint texture), (target, texture)) \
	X(void, BlitFramebuffer, (GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter), (srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)) \
	X(void, BufferData, (GLenum target, GLsizeiptr size, const void * data, GLenum usage), (target, size, data, usage)) \
	X(GLenum, CheckFramebufferStatus, (GLenum target), (target)) \
	X(GLuint, CreateProgram, (void), ()) \
	X(void, DeleteBuffers, (GLsizei n, const GLuint * buffers), (n, buffers)) \
	X(void, DeleteFramebuffers, (GLsizei n, const GLuint * framebuffers), (n, framebuffers)) \
	X(void, DeleteProgram, (GLuint program), (program)) \
	X(void, DeleteRenderbuffers, (GLsizei n, const GLuint * renderbuffers), (n, renderbuffers)) \
	X(void, DeleteSamplers, (GLsizei count, const GLuint * samplers), (count, samplers)) \
	X(void, DeleteTextures, (GLsizei n, const GLuint * textures), (n, textures)) \
	X(void, DeleteVertexArrays, (GLsizei n, const GLuint * arrays), (n, arrays)) \
	X(void, DrawBuffer, (GLenum buf), (buf)) \
	X(void, Enable, (GLenum cap), (cap)) \
	X(void, Finish, (void), ()) \
	X(void, FramebufferRenderbuffer, (GLenum target, GLenum attachment, GLenum renderbuffertarget, GLuint renderbuffer), (target, attachment, renderbuffertarget, renderbuffer)) \
	X(void, FramebufferTexture2D, (GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level), (target, attachment, textarget, texture, level)) \
	X(void, GenBuffers, (GLsizei n, GLuint * buffers), (n, buffers)) \
	X(void, GenFramebuffers, (GLsizei n, GLuint * framebuffers), (n, framebuffers)) \
	X(void, GenRenderbuffers, (GLsizei n, GLuint * renderbuffers), (n, renderbuffers)) \
	X(void, GenSamplers, (GLsizei count, GLuint * samplers), (count, samplers)) \
	X(void, GenTextures, (GLsizei n, GLuint * textures), (n, textures)) \
	X(void, GenVertexArrays, (GLsizei n, GLuint * arrays), (n, arrays)) \
	X(void, GenerateMipmap, (GLenum target), (target)) \
	X(void, GetIntegerv, (GLenum pname, GLint * data), (pname, data)) \
	X(const GLubyte *, GetString, (GLenum name), (name)) \
	X(void, GetTexImage, (GLenum target, GLint level, GLenum format, GLenum type, void * pixels), (target, level, format, type, pixels)) \
	X(GLuint, GetUniformBlockIndex, (GLuint program, const GLchar * uniformBlockName), (program, uniformBlockName)) \
	X(GLint, GetUniformLocation, (GLuint program, const GLchar * name), (program, name)) \
	X(GLboolean, IsBuffer, (GLuint buffer), (buffer)) \
	X(GLboolean, IsFramebuffer, (GLuint framebuffer), (framebuffer)) \
	X(GLboolean, IsProgram, (GLuint program), (program)) \
	X(GLboolean, IsRenderbuffer, (GLuint renderbuffer), (renderbuffer)) \
	X(GLboolean, IsTexture, (GLuint texture), (texture)) \
	X(GLboolean, IsVertexArray, (GLuint array), (array)) \
	X(void, PixelStorei, (GLenum pname, GLint param), (pname, param)) \
	X(void, ReadBuffer, (GLenum src), (src)) \
	X(void, ReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void * pixels), (x, y, width, height, format, type, pixels)) \
	X(void, RenderbufferStorage, (GLenum target, GLenum internalformat, GLsizei width, GLsizei height), (target, internalformat, width, height)) \
	X(void, RenderbufferStorageMultisample, (GLenum target, GLsizei samples, GLenum internalformat, GLsizei width, GLsizei height), (target, samples, internalformat, width, height)) \
	X(void, SamplerParameteri, (GLuint sampler, GLenum pname, GLint param), (sampler, pname, param)) \
	X(void, TexImage2D, (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border, GLenum format, GLenum type, const void * pixels), (target, level, internalformat, width, height, border, format, type, pixels)) \
	X(void, TexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param)) \
	X(void, TexSubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLenum type, const void * pixels), (target, level, xoffset, yoffset, width, height, format, type, pixels)) \
	X(void, Uniform1i, (GLint location, GLint v0), (location, v0)) \
	X(void, UniformBlockBinding, (GLuint program, GLuint uniformBlockIndex, GLuint uniformBlockBinding), (program, uniformBlockIndex, uniformBlockBinding))

#define DECLARE(result, name, takes, names) result tafl##name takes;
EACH(DECLARE)

// taflLoad loads all functions for the current context. It returns the name of a missing one, or
// NULL.
const char *taflLoad(void);
