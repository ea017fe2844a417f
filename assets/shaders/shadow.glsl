uniform sampler2DShadow shadowMap;
#ifdef HIGH
uniform sampler2D casterMap; // the same, as depths
#endif

#ifdef HIGH
const int TAPS = 12;
#else
const int TAPS = 6;
#endif

#ifdef UNFOLDED
float open = 1.0; // nothing casts a shadow yet

float lit(vec3 p, vec3 n) { return open; }
#else
// Share of the key light that reaches p: percentage-closer filtering on a disc; at higher
// quality, wider for more distant occluders. The disc is the same for every pixel: turned
// by chance, it would speckle the edges.
float lit(vec3 p, vec3 n) {
#ifdef PHOTO
	const float off = 0.002; // no light leaks under a base
#else
	const float off = 0.012;
#endif
	vec4 q = uShadowProj * vec4(p + n * off, 1.0);
#ifdef DRAFT
	return texture(shadowMap, q.xyz);
#else
	float r = uKey.w * uHall.z;
#ifdef LOW
	vec2 d = vec2(0.6, 0.35) * r;
	return 0.5 * (texture(shadowMap, vec3(q.xy + d, q.z)) + texture(shadowMap, vec3(q.xy - d, q.z)));
#else
#ifdef HIGH
	float far = 0.0, hits = 0.0;
	for (int i = 0; i < 8; i++) {
		float k = float(i) + 0.5;
		vec2 o = vec2(cos(k * 2.39996), sin(k * 2.39996)) * sqrt(k / 8.0) * r * 2.4;
		float z = texture(casterMap, q.xy + o).r;
		float hit = step(z, q.z - 0.0005);
		far += hit * (q.z - z);
		hits += hit;
	}
	r *= clamp(far / (hits + 1.5) * 11.0, 0.18, 2.2); // narrow where there are few occluders
#else
	r *= 0.8; // wider, the few taps would show
#endif
	float s = 0.0;
	for (int i = 0; i < TAPS; i++) {
		float k = float(i) + 0.5;
		vec2 o = vec2(cos(k * 2.39996), sin(k * 2.39996)) * sqrt(k / float(TAPS)) * r;
		s += texture(shadowMap, vec3(q.xy + o, q.z));
	}
	return s / float(TAPS);
#endif
#endif
}
#endif
