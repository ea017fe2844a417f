// A picture, stretched over the window.
layout(location = 0) in vec3 VertexPosition;

out vec2 vTexcoord;

void main() {
	vTexcoord = VertexPosition.xy;
	gl_Position = vec4(VertexPosition.xy * 2.0 - 1.0, 0.0, 1.0);
}
