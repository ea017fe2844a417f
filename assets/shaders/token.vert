layout(location = 0) in vec3 VertexPosition;
layout(location = 2) in vec2 VertexTexcoord;

uniform mat4 uModel;

out vec2 vTexcoord;
out vec3 vPlace;

void main() {
	vec4 p = uModel * vec4(VertexPosition, 1.0);
	vPlace = p.xyz;
	vTexcoord = VertexTexcoord;
	gl_Position = uViewProj * p;
}
