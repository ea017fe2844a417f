layout(location = 0) in vec3 VertexPosition;

uniform mat4 uModel;

out vec2 vLocal; // from -1 to 1
out vec3 vPlace;

void main() {
	vec4 p = uModel * vec4(VertexPosition, 1.0);
	vLocal = VertexPosition.xz;
	vPlace = p.xyz;
	gl_Position = uViewProj * p;
}
