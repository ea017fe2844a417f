// Contact shadow of a piece: soft, and weaker the higher the piece is held.
in vec2 vLocal;
in vec3 vPlace;

uniform vec4 uTint; // x: strength

out vec4 colour;

void main() {
	float d = length(vLocal);
	float k = clamp(1.0 - d, 0.0, 1.0);
	colour = vec4(0.0, 0.0, 0.0, uTint.x * k * k * (1.5 - 0.5 * k));
}
