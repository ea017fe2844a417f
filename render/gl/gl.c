#include "gl.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN 1
#include <windows.h>
static void *find(const char *name) {
	void *f = (void *)wglGetProcAddress(name);
	return f ? f : (void *)GetProcAddress(LoadLibraryA("opengl32.dll"), name);
}
#elif defined(__APPLE__)
#define APIENTRY
#include <dlfcn.h>
static void *find(const char *name) { return dlsym(RTLD_DEFAULT, name); }
#else
#define APIENTRY
void (*glXGetProcAddress(const GLubyte *))(void);
static void *find(const char *name) { return (void *)glXGetProcAddress((const GLubyte *)name); }
#endif

#define DEFINE(result, name, takes, names) \
	static result(APIENTRY *found##name) takes; \
	result tafl##name takes { return found##name names; }
EACH(DEFINE)

const char *taflLoad(void) {
#define LOAD(result, name, takes, names) \
	if (!(found##name = find("gl" #name))) return "gl" #name;
	EACH(LOAD)
	return NULL;
}
