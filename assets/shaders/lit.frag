in vec3 vPlace;
in vec3 vNormal;
in vec2 vTexcoord;
in vec4 vTangent;

uniform vec4 uTint;    // rgb times the base colour; w: 1 for pieces, whose feet are dark
uniform vec3 uBase;
uniform vec4 uSurface; // roughness, metal, wax coat, roughness of the coat
uniform vec4 uGlow;    // light that shines through; w: how far light wraps around
#ifdef MAPS
uniform sampler2D albedoMap;
uniform sampler2D normalMap;
uniform sampler2D surfaceMap;
#endif

out vec4 colour;

float ggx(float nh, float rough) {
	float a = rough * rough;
	a *= a;
	float d = nh * nh * (a - 1.0) + 1.0;
	return a / (PI * d * d);
}

void main() {
	vec3 n = normalize(vNormal);
	vec3 base = uBase * uTint.rgb;
	float ao = 1.0;
	vec4 s = uSurface;
#ifdef MAPS
	base *= texture(albedoMap, vTexcoord).rgb;
	vec4 m = texture(surfaceMap, vTexcoord);
	ao = m.r;
	s.xyz = m.gba;
	vec3 t = texture(normalMap, vTexcoord).xyz * 2.0 - 1.0;
	vec3 tx = normalize(vTangent.xyz);
	n = normalize(tx * t.x + cross(n, tx) * (vTangent.w * t.y) + n * t.z);
#endif
	ao *= mix(1.0, clamp(0.45 + vPlace.y * 1.6, 0.45, 1.0), uTint.w);
	float rough = max(s.x, 0.12);
	vec3 v = toEye(vPlace);
	float nv = max(dot(n, v), 0.04);
	vec3 f0 = mix(vec3(0.04), base, s.y);
	vec3 diffuse = base * (1.0 - s.y);

	// The key light.
	vec3 l = uKey.xyz;
	float nl = dot(n, l);
	float wrapped = clamp((nl + uGlow.w) / (1.0 + uGlow.w), 0.0, 1.0);
	vec3 h = normalize(l + v);
	float nh = max(dot(n, h), 0.0);
	float fh = exp2(-9.0 * max(dot(l, h), 0.0));
	float q = max(nl, 0.0);
	float vis = 0.5 / max(mix(2.0 * q * nv, q + nv, rough * rough), 0.02);
	vec3 spec = (f0 + (1.0 - f0) * fh) * (ggx(nh, rough) * vis * q);
	spec += s.z * (0.04 + 0.96 * fh) * ggx(nh, s.w) * vis * q;
	float key = 0.0;
	if (wrapped > 0.0) {
		key = lit(vPlace, n) * hall(vPlace);
	}
	vec3 c = (diffuse * wrapped / PI + min(spec, vec3(2.0))) * uKeyColour.rgb * key;

	// The hall around.
	vec3 r = reflect(-v, n);
	vec3 fresnel = f0 + (max(vec3(1.0 - rough), f0) - f0) * exp2(-8.0 * nv);
	vec3 around = diffuse * skyDiffuse(n) + skySpecular(r, rough) * fresnel * (0.4 + 0.6 * ao);
	around += s.z * (0.04 + 0.5 * exp2(-8.0 * nv)) * skySpecular(r, s.w) * ao;
	c += around * ao * (0.12 + 0.88 * hall(vPlace));
	c += uGlow.rgb * diffuse * (0.25 + 0.75 * key);

	// Seen flat from above everything is lit evenly and without gloss.
	vec3 quiet = base * (0.30 + 0.42 * ao) * (0.6 + 0.4 * n.y) * (0.35 + 0.65 * hall(vPlace));
	c = mix(c, quiet, uToward.w);
	colour = finish(c, 1.0);
}
