uniform sampler2DShadow shadowMap;

// How much of the key light reaches p: a turned disc of soft comparisons.
float lit(vec3 p, vec3 n) {
	vec4 q = uShadowProj * vec4(p + n * 0.012, 1.0);
	float r = uKey.w * uHall.z;
	float a = noise(gl_FragCoord.xy) * 1.5707963;
	vec2 d = vec2(cos(a), sin(a)) * r;
	vec2 e = vec2(-d.y, d.x);
	float s = texture(shadowMap, vec3(q.xy + d, q.z));
	s += texture(shadowMap, vec3(q.xy - d, q.z));
	s += texture(shadowMap, vec3(q.xy + e * 0.55, q.z));
	s += texture(shadowMap, vec3(q.xy - e * 0.55, q.z));
	return s * 0.25;
}
