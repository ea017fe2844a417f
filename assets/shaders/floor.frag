// The floor of the room, far below the table and out of focus.
in vec2 vLocal;
in vec3 vPlace;

uniform sampler2D floorMap; // square roots of shares of 6

out vec4 colour;

void main() {
	vec3 c = texture(floorMap, vLocal * 2.0 + 0.5).rgb;
	c = c * c * 6.0;
	colour = finish(c * (1.0 - 0.72 * uToward.w), 1.0);
}
