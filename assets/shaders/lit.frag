in vec3 vPlace;
in vec3 vNormal;
in vec2 vTexcoord;
in vec4 vTangent;

uniform vec4 uTint;    // rgb times the base colour; w: 1 for pieces, with a dark base
uniform vec3 uBase;
uniform vec4 uSurface; // roughness, metal, wax coat, roughness of the coat
uniform vec4 uGlow;    // translucency; w: wrap lighting
#ifdef GLASS
uniform vec4 uClear;   // transmittance per square of thickness; w: transparency
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

// Ambient light on a surface that may be on the board.
vec3 around(vec3 n) {
	float under = clamp(0.5 - 0.5 * n.y, 0.0, 1.0);
	return skyDiffuse(n) * (1.0 - uTint.w * under * 0.7) + uGround.rgb * (uTint.w * under * under);
}

#ifdef PHOTO
// A lamp at a position, weaker with distance; or one direction of the ambient light per
// exposure, without gloss.
vec3 toKey(vec3 p) { return uLamp.w > 0.5 ? normalize(uLamp.xyz - p) : uKey.xyz; }

float keyAt(vec3 p) {
	vec3 d = uLamp.xyz - p;
	return uLamp.w > 0.5 ? min(dot(uLamp.xyz, uLamp.xyz) / dot(d, d), 6.0) : 1.0;
}

float gloss() { return uLamp.w; }

// The exposures of a lamp merge into one highlight.
float blunt(float rough) { return max(rough, 0.27); }

float ambient() { return uHall.w; }

float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }

float cloud(vec2 p) {
	vec2 i = floor(p), f = fract(p);
	f = f * f * (3.0 - 2.0 * f);
	return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

// Wear of edges: where the surface is convex, varied by noise.
float worn(vec3 n) {
	vec3 px = dFdx(vPlace), py = dFdy(vPlace);
	float bend = max(dot(dFdx(n), px) / max(dot(px, px), 1e-9), dot(dFdy(n), py) / max(dot(py, py), 1e-9));
	float k = cloud(vPlace.xz * 2.3 + vPlace.y) * 0.6 + cloud(vPlace.xz * 9.0) * 0.4;
	return smoothstep(2.0, 12.0, bend) * smoothstep(0.25, 0.75, k) * clamp(1.6 - length(fwidth(vPlace)) * 20.0, 0.0, 1.0);
}

// Finger grease on upward faces: smears, and some fingerprints.
float touched(vec2 p) {
	float smear = smoothstep(0.45, 0.85, cloud(p * vec2(0.9, 1.7)) * 0.65 + cloud(p * vec2(5.0, 2.2)) * 0.35);
	vec2 cell = floor(p * 0.8);
	vec2 at = (cell + 0.25 + 0.5 * vec2(hash(cell), hash(cell + 7.0))) / 0.8;
	float turn = hash(cell + 3.0) * 6.28;
	vec2 q = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * (p - at) / vec2(0.16, 0.22);
	float ridge = 0.5 + 0.5 * sin(length(q + vec2(0.2, 0.5)) * 46.0 + 3.0 * cloud(q * 2.0));
	return max(0.5 * smear, (1.0 - smoothstep(0.7, 1.0, length(q))) * ridge * step(0.35, hash(cell + 11.0)));
}
#else
#define toKey(p) uKey.xyz
#define keyAt(p) 1.0
#define gloss() 1.0
#define blunt(r) (r)
#define ambient() 1.0
#endif

#ifdef MATTE
// Cloth and bare wood: almost no gloss.
vec3 shaded(vec3 base, vec3 n, float ao, vec4 s, float there) {
	float key = lit(vPlace, normalize(vNormal)) * there * keyAt(vPlace) * max(dot(n, toKey(vPlace)), 0.0) * (1.0 / PI);
	return base * (key * uKeyColour.rgb + around(n) * (ambient() * ao * (0.10 + 0.90 * there)));
}
#elif defined(DRAFT) && !defined(GLASS)
// Drafts: the key light with a dull sheen, and the ambient light instead of
// reflections.
vec3 shaded(vec3 base, vec3 n, float ao, vec4 s, float there) {
	vec3 v = toEye(vPlace);
	float nl = dot(n, uKey.xyz);
	float sheen = max(dot(n, normalize(uKey.xyz + v)), 0.0);
	sheen *= sheen;
	sheen *= sheen;
	sheen *= sheen;
	float key = lit(vPlace, normalize(vNormal)) * there;
	float wrapped = clamp((nl + uGlow.w) / (1.0 + uGlow.w), 0.0, 1.0);
	vec3 bright = base * ((1.0 - s.y) * (wrapped / PI) + s.y * 0.5 * sheen) + (1.0 - s.x) * (0.02 + 0.05 * s.z) * sheen;
	vec3 soft = around(n) * (ao * (0.10 + 0.90 * there));
	return bright * (uKeyColour.rgb * key) + (base + (0.02 + 0.05 * s.z)) * soft + uGlow.rgb * base * ((0.10 + 0.35 * key) * ao);
}
#else
// Reflection: the room, and the board below objects on it.
vec3 mirrored(vec3 r, float rough) {
	vec3 c = skySpecular(r, rough);
	return mix(c, uGround.rgb, uTint.w * smoothstep(0.15, -0.25, r.y));
}

// The lit set.
vec3 shaded(vec3 base, vec3 n, float ao, vec4 s, float there) {
	float rough = max(s.x, 0.12);
	vec3 v = toEye(vPlace);
	float nv = max(dot(n, v), 0.04);
	vec3 f0 = mix(vec3(0.04), base, s.y);
	vec3 diffuse = base * (1.0 - s.y);

	vec3 l = toKey(vPlace);
	float nl = dot(n, l);
	float wrapped = clamp((nl + uGlow.w) / (1.0 + uGlow.w), 0.0, 1.0);
	vec3 h = normalize(l + v);
	float nh = max(dot(n, h), 0.0);
	float f = grazing(max(dot(l, h), 0.0));
	float q = max(nl, 0.0);
	float vis = 0.5 / max(mix(2.0 * q * nv, q + nv, rough * rough), 0.02);
	vec3 spec = (f0 + (1.0 - f0) * f) * ggx(nh, blunt(rough)) + s.z * (0.04 + 0.96 * f) * ggx(nh, blunt(s.w));
	float key = lit(vPlace, normalize(vNormal)) * there * keyAt(vPlace);
	vec3 sun = uKeyColour.rgb * key;
	vec3 c = min(spec * (vis * q), vec3(2.0)) * sun * gloss();

	// Subsurface scattering: reddened light around the edge.
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
	// The wax layer shares this reflection.
	c += mirrored(r, mix(rough, s.w, s.z * 0.5)) * ((f0 * back.x + back.y + (0.03 + 0.4 * grazing(nv)) * s.z) * open);
#endif
#ifdef GLASS
	// Transparency: the refracted background, tinted by the thickness. Light
	// collects on the side opposite to its source.
	vec3 t = refract(-v, n, 0.68);
	float way = clamp(vPlace.y * 1.1 + 0.10, 0.05, 0.6) / max(0.35, -t.y);
	vec3 left = pow(max(uClear.rgb, vec3(0.002)), vec3(way * 3.0));
	vec3 beyond = mix(skySpecular(t, 0.3), uGround.rgb * (0.35 + 0.65 * ao), smoothstep(0.25, -0.35, t.y));
	vec2 flatN = n.xz;
	float gathered = pow(clamp(dot(flatN, -l.xz) * 1.35 + 0.12, 0.0, 1.0), 2.0) * (1.0 - 0.6 * n.y);
	vec3 inside = left * (beyond * 0.9 + sun * gathered * 0.55) + base * (around(n) * 0.35 + sun * (wrapped * 0.10));
	vec3 body = diffuse * (around(n) * ao * dusk + sun * (wrapped / PI));
	c += mix(body, inside * (1.0 - grazing(nv)), uClear.w * (1.0 - s.y)); // bronze is opaque
	return c;
#else
	c += diffuse * around(n) * (ao * dusk * ambient());
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
#if defined(PHOTO) && !defined(MATTE)
	float wear = worn(normalize(vNormal)) * (1.0 - s.y) * mix(1.0, 0.5 * smoothstep(0.06, 0.2, vPlace.y), uTint.w);
	base = mix(base, (base + vec3(dot(base, vec3(0.3, 0.6, 0.1)))) * 0.8 + 0.015, 0.55 * wear);
	float touch = touched(vPlace.xz) * smoothstep(0.6, 0.95, n.y);
	s.x = mix(clamp(s.x - 0.10 * wear, 0.2, 1.0), 0.5, 0.35 * touch);
	s.w = mix(s.w, 0.55, 0.8 * touch);
#endif
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
	// The flat view has even light without gloss.
	vec3 quiet = base * (0.42 + 0.50 * ao) * (0.6 + 0.4 * n.y) * (0.35 + 0.65 * there);
	colour = finish(mix(c, quiet, uToward.w), 1.0);
#endif
}
