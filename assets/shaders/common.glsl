// Constants of a frame, for all programs. Lengths are squares, colours linear.
layout(std140) uniform Frame {
	mat4 uViewProj;   // world to picture
	mat4 uShadowProj; // world to shadow map, 0 to 1
	vec4 uEye;        // w: 1 if orthographic
	vec4 uToward;     // viewing direction; w: flatness
	vec4 uKey;        // direction to the key light; w: one texel of the shadow map
	vec4 uKeyColour;  // w: exposure
	vec4 uHall;       // x: half the board, y: end of the light falloff, z: softness of shadows in texels
	vec4 uGround;     // light that the board reflects onto objects
	vec4 uSky[9];     // ambient light as spherical harmonics
	vec4 uLamp;       // of a photograph: position of the lamp; w: 1, or 0 for ambient light
};

const float PI = 3.14159265;

vec3 toEye(vec3 p) {
	return uEye.w > 0.5 ? -uToward.xyz : normalize(uEye.xyz - p);
}

// Radiance of a white surface under the ambient light.
vec3 skyDiffuse(vec3 n) {
	vec3 c = uSky[0].rgb + uSky[1].rgb * n.y + uSky[2].rgb * n.z + uSky[3].rgb * n.x;
	c += uSky[4].rgb * (n.x * n.y) + uSky[5].rgb * (n.y * n.z) + uSky[6].rgb * (3.0 * n.z * n.z - 1.0);
	c += uSky[7].rgb * (n.x * n.z) + uSky[8].rgb * (n.x * n.x - n.y * n.y);
	return max(c, vec3(0.0));
}

// Schlick's approximation of the Fresnel term.
float grazing(float c) {
	float x = 1.0 - c;
	float y = x * x;
	return y * y * x;
}

// Share of the light that reaches a point: full over the board, fading into
// the dark surroundings.
float hall(vec3 p) {
	float d = length(p.xz) / uHall.x;
	float t = clamp((d - 1.0) / (uHall.y - 1.0), 0.0, 1.0);
	return 1.0 - t * t * (3.0 - 2.0 * t);
}

float noise(vec2 p) {
	return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715))));
}

// Filmic tone curve, display encoding and dithering.
vec4 finish(vec3 c, float alpha) {
	c *= uKeyColour.w;
#ifdef PHOTO
	return vec4(c, alpha); // developed later
#endif
	// Half of the curve is applied to the channels, half to the luminance, so
	// that bright amber neither turns yellow nor stays flat.
	float m = max(max(c.r, c.g), max(c.b, 1e-4));
	vec4 q = vec4(c, m);
	q = clamp((q * (2.51 * q + 0.03)) / (q * (2.43 * q + 0.59) + 0.14), 0.0, 1.0);
	c = mix(q.rgb, c * (q.w / m), 0.45);
	vec3 a = sqrt(c), b = sqrt(a), d = sqrt(b);
	c = 0.662002687 * a + 0.684122060 * b - 0.323583601 * d - 0.0225411470 * c;
	c += (noise(gl_FragCoord.xy) - 0.5) / 255.0;
	return vec4(c, alpha);
}
