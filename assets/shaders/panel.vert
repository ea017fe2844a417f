layout(location = 0) in vec3 VertexPosition;

uniform vec4 uRect; // left, bottom, right, top, from -1 to 1

out vec2 vTexcoord;

void main() {
	vTexcoord = vec2(VertexPosition.x, 1.0 - VertexPosition.y);
	gl_Position = vec4(mix(uRect.xy, uRect.zw, VertexPosition.xy), 0.0, 1.0);
}
