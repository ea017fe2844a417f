noperspective in vec2 vTexcoord;

uniform sampler2D albedoMap;

out vec4 colour;

void main() {
	colour = textureLod(albedoMap, vTexcoord, 0.0);
}
