in vec3 vPlace;
in vec3 vNormal;
in vec2 vTexcoord;
in vec4 vTangent;

uniform vec4 uTint;    // rgb times the base colour; w: 1 for pieces, whose feet are dark
uniform vec3 uBase;
uniform vec4 uSurface; // roughness, metal, wax coat, roughness of the coat
uniform vec4 uGlow;    // light that shines through; w: how far light wraps around
#ifdef MAPS
uniform sampler2D albedoMap;  // colour as displayed; a: ambient occlusion
uniform sampler2D surfaceMap; // normal along u and v, roughness, metal
#endif

out vec4 colour;

float ggx(float nh, float rough) {
	float a = rough * rough;
	a *= a;
	float d = nh * nh * (a - 1.0) + 1.0;
	return a / (PI * d * d);
}

#ifdef MATTE
// Cloth and bare wood: no gloss to speak of.
vec3 shaded(vec3 base, vec3 n, float ao, vec4 s, float there) {
	float key = lit(vPlace, n) * there * max(dot(n, uKey.xyz), 0.0) * (1.0 / PI);
	return base * (key * uKeyColour.rgb + skyDiffuse(n) * (ao * (0.12 + 0.88 * there)));
}
#else
// The set as the hall lights it.
vec3 shaded(vec3 base, vec3 n, float ao, vec4 s, float there) {
	float rough = max(s.x, 0.12);
	vec3 v = toEye(vPlace);
	float nv = max(dot(n, v), 0.04);
	vec3 f0 = mix(vec3(0.04), base, s.y);
	vec3 diffuse = base * (1.0 - s.y);

	vec3 l = uKey.xyz;
	float nl = dot(n, l);
	float wrapped = clamp((nl + uGlow.w) / (1.0 + uGlow.w), 0.0, 1.0);
	vec3 h = normalize(l + v);
	float nh = max(dot(n, h), 0.0);
	float f = grazing(max(dot(l, h), 0.0));
	float q = max(nl, 0.0);
	float vis = 0.5 / max(mix(2.0 * q * nv, q + nv, rough * rough), 0.02);
	vec3 spec = (f0 + (1.0 - f0) * f) * ggx(nh, rough) + s.z * (0.04 + 0.96 * f) * ggx(nh, s.w);
	float key = lit(vPlace, n) * there;
	vec3 c = (diffuse * (wrapped / PI) + min(spec * (vis * q), vec3(2.0))) * uKeyColour.rgb * key;

	float gloss = mix(rough, s.w, s.z * 0.6);
	float edge = grazing(nv);
	vec3 fresnel = f0 + (max(vec3(1.0 - rough), f0) - f0) * edge + s.z * (0.03 + 0.5 * edge);
	vec3 around = diffuse * skyDiffuse(n) + skySpecular(reflect(-v, n), gloss) * fresnel * (0.3 + 0.7 * ao);
	c += around * (ao * (0.12 + 0.88 * there));
	return c + uGlow.rgb * diffuse * (0.25 + 0.75 * key);
}
#endif

void main() {
	vec3 n = normalize(vNormal);
	vec3 base = uBase * uTint.rgb;
	float ao = 1.0;
	vec4 s = uSurface;
#ifdef MAPS
	vec4 a = texture(albedoMap, vTexcoord);
	base *= a.rgb * (a.rgb * (a.rgb * 0.305306011 + 0.682171111) + 0.012522878);
	ao = a.a;
	vec4 m = texture(surfaceMap, vTexcoord);
	s.xy = m.zw;
	vec2 t = m.xy * 2.0 - 1.0;
	n = vTangent.xyz * t.x + cross(n, vTangent.xyz) * (vTangent.w * t.y) + n * sqrt(max(1.0 - dot(t, t), 0.04));
#endif
	ao *= mix(1.0, clamp(0.45 + vPlace.y * 1.6, 0.45, 1.0), uTint.w);
	float there = hall(vPlace);
	vec3 c = vec3(0.0);
	if (uToward.w < 1.0) {
		c = shaded(base, n, ao, s, there);
	}
	// Seen flat from above everything is lit evenly and without gloss.
	vec3 quiet = base * (0.42 + 0.50 * ao) * (0.6 + 0.4 * n.y) * (0.35 + 0.65 * there);
	colour = finish(mix(c, quiet, uToward.w), 1.0);
}
