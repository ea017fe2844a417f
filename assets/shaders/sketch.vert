// Upward faces of board and table, in drafts.
layout(location = 0) in vec3 VertexPosition;
layout(location = 2) in vec2 VertexTexcoord;

uniform mat4 uModel;

out vec3 vShade;
out vec2 vTexcoord;

void main() {
	vec4 p = uModel * vec4(VertexPosition, 1.0);
	vTexcoord = VertexTexcoord;
	vShade = (uShadowProj * (p + vec4(0.0, 0.012, 0.0, 0.0))).xyz;
	gl_Position = uViewProj * p;
}
