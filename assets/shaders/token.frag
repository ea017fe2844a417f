// A piece in the flat view: its filled outline with a rim.
in vec2 vTexcoord; // x: 0 inside, 1 on the rim; y: 1 for the ink of the emblem, -1 below it, 0 elsewhere
in vec3 vPlace;

uniform vec4 uTint; // w: opacity
uniform vec3 uBase; // the body
uniform vec3 uRim;
uniform vec3 uInk;

out vec4 colour;

void main() {
	float r = vTexcoord.x, w = fwidth(r);
	vec3 c = uBase * (1.12 - 0.22 * r);
	c = mix(c, mix(uBase, uRim, 0.6), 0.55 * step(-0.5, vTexcoord.y) * (1.0 - smoothstep(0.03 - w, 0.03 + w, abs(r - 0.60))));
	c = mix(c, uRim, smoothstep(0.87 - w, 0.87 + w, r));
	c = mix(c, uInk, step(0.5, vTexcoord.y));
	colour = finish(c * uTint.rgb * 0.8, uTint.w);
}
