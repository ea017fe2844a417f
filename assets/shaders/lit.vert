layout(location = 0) in vec3 VertexPosition;
layout(location = 1) in vec3 VertexNormal;
layout(location = 2) in vec2 VertexTexcoord;
layout(location = 3) in vec4 VertexTangent;

uniform mat4 uModel;

out vec3 vPlace;
out vec3 vNormal;
out vec2 vTexcoord;
out vec4 vTangent;

void main() {
	vec4 p = uModel * vec4(VertexPosition, 1.0);
	vPlace = p.xyz;
	vNormal = mat3(uModel) * VertexNormal;
	vTexcoord = VertexTexcoord;
	vTangent = vec4(mat3(uModel) * VertexTangent.xyz, VertexTangent.w);
#ifdef UNFOLDED
	gl_Position = vec4(VertexTexcoord * 2.0 - 1.0, 0.0, 1.0);
#else
	gl_Position = uViewProj * p;
#endif
}
