in vec3 vShade;
in vec2 vTexcoord;

uniform sampler2D albedoMap; // display colour in the key light; a: share that remains in its shadow
uniform sampler2DShadow shadowMap;

out vec4 colour;

void main() {
	vec4 c = texture(albedoMap, vTexcoord);
	colour = vec4(c.rgb * mix(c.a, 1.0, texture(shadowMap, vShade)), 1.0);
}
