uniform sampler2DShadow shadowMap;

// How much of the key light reaches p: a turned disc of soft comparisons.
float lit(vec3 p, vec3 n) {
	vec4 q = uShadowProj * vec4(p + n * 0.012, 1.0);
	if (uHall.w > 0.5) { // a draft
		return texture(shadowMap, q.xyz);
	}
	float r = uKey.w * uHall.z;
	float a = noise(gl_FragCoord.xy) * 1.4142 - 0.7071; // a quarter turn is enough
	vec2 d = vec2(a, sqrt(1.0 - a * a)) * r;
	vec2 e = vec2(-d.y, d.x);
	float s = texture(shadowMap, vec3(q.xy + d, q.z));
	s += texture(shadowMap, vec3(q.xy - d, q.z));
	s += texture(shadowMap, vec3(q.xy + e * 0.55, q.z));
	s += texture(shadowMap, vec3(q.xy - e * 0.55, q.z));
	return s * 0.25;
}
