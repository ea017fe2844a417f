// A piece as the flat view shows it: its outline filled, with a rim.
in vec2 vTexcoord; // x: 0 inside, 1 on the rim
in vec3 vPlace;

uniform vec4 uTint; // w: opacity
uniform vec3 uBase; // the body
uniform vec3 uRim;

out vec4 colour;

void main() {
	float w = fwidth(vTexcoord.x);
	vec3 c = mix(uBase, uRim, smoothstep(0.86 - w, 0.86 + w, vTexcoord.x));
	colour = finish(c * uTint.rgb * 0.8, uTint.w);
}
