// The floor of the room, far below the table and out of focus.
in vec2 vLocal;
in vec3 vPlace;

uniform sampler2D floorMap; // square root of the share of 6

uniform vec4 uTint; // x: 1 for the walls of a photograph

out vec4 colour;

void main() {
#ifdef PHOTO
	if (uTint.x > 0.5) {
		vec3 d = normalize(vPlace - uEye.xyz);
		d.y += 0.2; // the camera looks down, but the details are higher
		colour = finish(skySpecular(d, 0.12), 1.0);
		return;
	}
#endif
	vec3 c = texture(floorMap, vLocal * 2.0 + 0.5).rgb;
	c = c * c * 6.0;
	colour = finish(c * (1.0 - 0.72 * uToward.w), 1.0);
}
