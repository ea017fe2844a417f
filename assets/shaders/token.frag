// A piece as the flat view shows it: its outline filled, with a rim.
in vec2 vTexcoord; // x: 0 inside, 1 on the rim
in vec3 vPlace;

uniform vec4 uTint; // w: opacity
uniform vec3 uBase; // the body
uniform vec3 uRim;

out vec4 colour;

void main() {
	float r = vTexcoord.x, w = fwidth(r);
	vec3 c = uBase * (1.12 - 0.22 * r);
	c = mix(c, mix(uBase, uRim, 0.6), 0.55 * (1.0 - smoothstep(0.03 - w, 0.03 + w, abs(r - 0.60)))); 
	c = mix(c, uRim, smoothstep(0.87 - w, 0.87 + w, r));
	colour = finish(c * uTint.rgb * 0.8, uTint.w);
}
