in vec3 vPlace;
in vec3 vNormal;
in vec2 vTexcoord;
in vec4 vTangent;

uniform vec4 uTint;    // rgb times the base colour; w: 1 for pieces, whose feet are dark
uniform vec3 uBase;
uniform vec4 uSurface; // roughness, metal, wax coat, roughness of the coat
uniform vec4 uGlow;    // light that shines through; w: how far light wraps around
#ifdef GLASS
uniform vec4 uClear;   // what is left of light after a square's way through; w: how clear it is
#endif
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

// Light from all around on a surface that may stand on the board.
vec3 around(vec3 n) {
	float under = clamp(0.5 - 0.5 * n.y, 0.0, 1.0);
	return skyDiffuse(n) * (1.0 - uTint.w * under * 0.7) + uGround.rgb * (uTint.w * under * under);
}

#ifdef MATTE
// Cloth and bare wood: no gloss to speak of.
vec3 shaded(vec3 base, vec3 n, float ao, vec4 s, float there) {
	float key = lit(vPlace, n) * there * max(dot(n, uKey.xyz), 0.0) * (1.0 / PI);
	return base * (key * uKeyColour.rgb + around(n) * (ao * (0.10 + 0.90 * there)));
}
#elif defined(DRAFT) && !defined(GLASS)
// In haste: the key light with a dull sheen, and the soft light of the room also
// where a mirror would be looked into.
vec3 shaded(vec3 base, vec3 n, float ao, vec4 s, float there) {
	vec3 v = toEye(vPlace);
	float nl = dot(n, uKey.xyz);
	float sheen = max(dot(n, normalize(uKey.xyz + v)), 0.0);
	sheen *= sheen;
	sheen *= sheen;
	sheen *= sheen;
	float key = lit(vPlace, n) * there;
	float wrapped = clamp((nl + uGlow.w) / (1.0 + uGlow.w), 0.0, 1.0);
	vec3 bright = base * ((1.0 - s.y) * (wrapped / PI) + s.y * 0.5 * sheen) + (1.0 - s.x) * (0.02 + 0.05 * s.z) * sheen;
	vec3 soft = around(n) * (ao * (0.10 + 0.90 * there));
	return bright * (uKeyColour.rgb * key) + (base + (0.02 + 0.05 * s.z)) * soft + uGlow.rgb * base * ((0.10 + 0.35 * key) * ao);
}
#else
// What a mirror shows: the room, and for what stands on the board below it the
// board.
vec3 mirrored(vec3 r, float rough) {
	vec3 c = skySpecular(r, rough);
	return mix(c, uGround.rgb, uTint.w * smoothstep(0.15, -0.25, r.y));
}

// The set as the room lights it.
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
	vec3 sun = uKeyColour.rgb * key;
	vec3 c = min(spec * (vis * q), vec3(2.0)) * sun;

	// Light that went in comes out again reddened and around the edge.
	vec3 through = uGlow.rgb * (1.0 - wrapped) * clamp(nl + 0.9, 0.0, 1.0);
#ifndef GLASS
	c += diffuse * (wrapped / PI + through) * sun;
#endif

	vec3 r = reflect(-v, n);
	float dusk = 0.10 + 0.90 * there;
	vec2 back = sentBack(rough, nv);
	float open = ao * clamp(0.25 + 0.75 * ao, 0.0, 1.0) * dusk;
#ifdef HIGH
	vec2 coat = sentBack(s.w, nv);
	c += mirrored(r, mix(rough, s.w, s.z * 0.5)) * (f0 * back.x + back.y) * open;
	c += mirrored(r, s.w) * (0.04 * coat.x + coat.y) * (s.z * open);
#else
	// One look into the mirror serves the wax as well.
	c += mirrored(r, mix(rough, s.w, s.z * 0.5)) * ((f0 * back.x + back.y + (0.03 + 0.4 * grazing(nv)) * s.z) * open);
#endif
#ifdef GLASS
	// Seen through: what lies beyond, bent, and dyed by the way through. Light
	// gathers on the side away from its source.
	vec3 t = refract(-v, n, 0.68);
	float way = clamp(vPlace.y * 1.1 + 0.10, 0.05, 0.6) / max(0.35, -t.y);
	vec3 left = pow(max(uClear.rgb, vec3(0.002)), vec3(way * 3.0));
	vec3 beyond = mix(skySpecular(t, 0.3), uGround.rgb * (0.35 + 0.65 * ao), smoothstep(0.25, -0.35, t.y));
	vec2 flatN = n.xz;
	float gathered = pow(clamp(dot(flatN, -l.xz) * 1.35 + 0.12, 0.0, 1.0), 2.0) * (1.0 - 0.6 * n.y);
	vec3 inside = left * (beyond * 0.9 + sun * gathered * 0.55) + base * (around(n) * 0.35 + sun * (wrapped * 0.10));
	vec3 body = diffuse * (around(n) * ao * dusk + sun * (wrapped / PI));
	c += mix(body, inside * (1.0 - grazing(nv)), uClear.w * (1.0 - s.y)); // bronze is not clear
	return c;
#else
	c += diffuse * around(n) * (ao * dusk);
	return c + uGlow.rgb * diffuse * (0.10 + 0.35 * key) * ao;
#endif
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
#ifdef UNFOLDED
	vec3 bright = finish(shaded(base, n, ao, s, there), 1.0).rgb;
	open = 0.0;
	vec3 dim = finish(shaded(base, n, ao, s, there), 1.0).rgb;
	const vec3 grey = vec3(0.3, 0.6, 0.1);
	colour = vec4(bright, clamp(dot(dim, grey) / max(dot(bright, grey), 0.004), 0.0, 1.0));
#else
	vec3 c = vec3(0.0);
	if (uToward.w < 1.0) {
		c = shaded(base, n, ao, s, there);
	}
	// Seen flat from above everything is lit evenly and without gloss.
	vec3 quiet = base * (0.42 + 0.50 * ao) * (0.6 + 0.4 * n.y) * (0.35 + 0.65 * there);
	colour = finish(mix(c, quiet, uToward.w), 1.0);
#endif
}
