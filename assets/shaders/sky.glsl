#ifdef LOW
// Reflection of the room in a rough mirror: here only the ambient light.
vec3 skySpecular(vec3 r, float rough) {
	return skyDiffuse(r);
}
#else
uniform samplerCube skyMap; // square root of the share of 6; rougher with each level

// Reflection of the room for a roughness.
vec3 skySpecular(vec3 r, float rough) {
	vec3 c = textureLod(skyMap, r, rough * 4.0).rgb;
	return c * c * 6.0;
}
#endif

// Environment BRDF: x times the reflectance at normal incidence, plus y.
// Approximation by Karis.
vec2 sentBack(float rough, float nv) {
	vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
	float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
	return vec2(-1.04, 1.04) * a + r.zw;
}
