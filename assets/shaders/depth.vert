layout(location = 0) in vec3 VertexPosition;

uniform mat4 uModel;
uniform mat4 uLight;

void main() {
	gl_Position = uLight * (uModel * vec4(VertexPosition, 1.0));
}
