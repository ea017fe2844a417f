in vec2 vTexcoord;

uniform sampler2D albedoMap;

out vec4 colour;

void main() {
	colour = texture(albedoMap, vTexcoord);
}
