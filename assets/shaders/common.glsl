// What every program knows of a frame. Lengths are squares, colours linear.
layout(std140) uniform Frame {
	mat4 uViewProj;   // world to picture
	mat4 uShadowProj; // world to shadow map, 0 to 1
	vec4 uEye;        // w: 1 without perspective
	vec4 uToward;     // direction of sight; w: flatness
	vec4 uKey;        // direction to the key light; w: one texel of the shadow map
	vec4 uKeyColour;  // w: exposure
	vec4 uHall;       // x: half the board, y: where darkness is complete, z: softness of shadows in texels; w: 1 for a draft
};

const float PI = 3.14159265;

vec3 toEye(vec3 p) {
	return uEye.w > 0.5 ? -uToward.xyz : normalize(uEye.xyz - p);
}

// The hall: a low warm hearth, dark rafters, a cool smoke hole above.
const vec3 HEARTH = normalize(vec3(-0.75, 0.42, 0.50));
const vec3 SMOKE = normalize(vec3(0.25, 0.95, -0.20));

vec3 skyDiffuse(vec3 n) {
	vec3 c = vec3(0.192, 0.162, 0.139) + n.y * vec3(0.108, 0.110, 0.109);
	float h = max(dot(n, HEARTH) * 0.6 + 0.4, 0.0);
	return c + vec3(0.230, 0.130, 0.058) * (h * h);
}

vec3 skySpecular(vec3 r, float rough) {
	float up = r.y * 0.5 + 0.5;
	float k = 1.0 - rough * 0.8;
	float kk = k * k;
	float soft = exp2((2.0 + 16.0 * kk) * (dot(r, HEARTH) - 1.0)) * (0.45 + 0.55 * k);
	float hole = exp2((3.0 + 23.0 * kk) * (dot(r, SMOKE) - 1.0)) * (0.35 + 0.65 * k);
	return vec3(0.050, 0.030, 0.018) + vec3(0.210, 0.195, 0.177) * (up * up) + vec3(0.56, 0.33, 0.16) * soft + vec3(0.42, 0.45, 0.48) * hole;
}

// What grows towards grazing sight, by Schlick.
float grazing(float c) {
	float x = 1.0 - c;
	float y = x * x;
	return y * y * x;
}

// How much of the light reaches the place: full over the board, fading into
// the darkness of the hall.
float hall(vec3 p) {
	float d = length(p.xz) / uHall.x;
	float t = clamp((d - 1.0) / (uHall.y - 1.0), 0.0, 1.0);
	return 1.0 - t * t * (3.0 - 2.0 * t);
}

float noise(vec2 p) {
	return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715))));
}

// Filmic curve, display encoding and a dither against bands.
vec4 finish(vec3 c, float alpha) {
	c *= uKeyColour.w;
	c = clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0);
	vec3 a = sqrt(c), b = sqrt(a), d = sqrt(b);
	c = 0.662002687 * a + 0.684122060 * b - 0.323583601 * d - 0.0225411470 * c;
	c += (noise(gl_FragCoord.xy) - 0.5) / 255.0;
	return vec4(c, alpha);
}
