// Marks are drawn by signed distances to their outlines. Lengths are squares.
in vec2 vLocal;
in vec3 vPlace;

uniform vec4 uTint;  // colour and strength; above 1: opaque, with a wide black edge
uniform vec4 uShape; // x: shape, y: half width, z: half length, w: seed

out vec4 colour;

float box(vec2 p, vec2 b) {
	vec2 d = abs(p) - b;
	return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

float hash(vec2 p) {
	return fract(sin(dot(p, vec2(12.9898, 78.233)) + uShape.w) * 43758.5453);
}

float grain(vec2 p) {
	vec2 i = floor(p), f = fract(p);
	f = f * f * (3.0 - 2.0 * f);
	return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

void main() {
	vec2 p = vLocal * uShape.yz;
	float w = length(fwidth(p)) * 0.7;
	float d = 1.0, soft = w, k = 1.0, rim = 0.0;
	int shape = int(uShape.x + 0.5);
	if (shape == 0) { // target: a small inlaid ring
		float r = length(p);
		d = abs(r - 0.165) - 0.095;
		rim = 0.056;
	} else if (shape == 1) { // last move: corners of bronze
		vec2 q = abs(p);
		d = abs(box(p, vec2(0.40))) - 0.070;
		d = max(d, 0.19 - min(q.x, q.y));
		rim = 0.044;
	} else if (shape == 2) { // selected: the square is lit
		d = box(p, vec2(0.40)) - 0.05;
		k = 0.55 + 0.45 * smoothstep(0.0, 0.45, length(p));
		soft = 0.05;
	} else if (shape == 3) { // keyboard cursor: a frame
		d = abs(box(p, vec2(0.42)) - 0.02) - 0.032;
		rim = 0.016;
	} else if (shape == 4) { // hover: a faint frame
		d = abs(box(p, vec2(0.40)) - 0.03) - 0.020;
		rim = 0.008;
	} else if (shape == 5) { // hint: a stroke of chalk
		float wob = (grain(vec2(p.y * 3.0, 1.0)) - 0.5) * 0.05;
		float end = uShape.z - 0.22;
		d = box(p - vec2(wob, 0.0), vec2(0.030, end));
		vec2 a = p - vec2(0.0, end);
		a.x = abs(a.x);
		float t = clamp(dot(a, vec2(0.7071, -0.7071)), 0.0, 0.26);
		d = min(d, length(a - vec2(0.7071, -0.7071) * t) - 0.034);
		k = 0.45 + 0.75 * grain(p * vec2(28.0, 34.0));
		soft = max(w, 0.012);
	} else if (shape == 6) { // threat: a red thread around the square
		float a = atan(p.y, p.x);
		float r = 0.405 + 0.012 * sin(a * 9.0 + uShape.w);
		d = abs(length(p) - r) - 0.019;
		k = 0.75 + 0.25 * sin(a * 70.0);
	} else if (shape == 7) { // cause: a cross of thread, also visible around a piece
		vec2 q = abs(p);
		d = abs(q.x - q.y) * 0.7071 - 0.026;
		d = max(d, max(q.x, q.y) - min(0.42, uShape.y - 0.03));
	} else if (shape == 8) { // prey: a wide ring with four points around a piece that can be captured, with black edges
		float r = min(0.36, uShape.y - 0.12);
		d = abs(length(p) - r) - 0.116;
		vec2 q = abs(p);
		vec2 a = vec2((q.x + q.y) * 0.7071 - r - 0.04, (q.x - q.y) * 0.7071);
		d = min(d, max(abs(a.y) - 0.11, abs(a.x) - 0.16));
		rim = 0.068;
	} else if (shape == 9) { // aim: destination of a hint, a ring of chalk
		d = abs(length(p) - min(0.36, uShape.y - 0.07)) - 0.030;
		k = 0.55 + 0.65 * grain(p * vec2(28.0, 34.0));
		soft = max(w, 0.012);
	} else if (shape == 11) { // wash: a square coloured by hand
		d = box(p, vec2(0.42)) - 0.03;
		k = 0.30 + 0.45 * smoothstep(0.20, 0.45, max(abs(p.x), abs(p.y)));
		soft = 0.03;
	} else if (shape == 12) { // mover: a broken ring around a movable piece, if few are
		float r = min(0.37, uShape.y - 0.11);
		d = abs(length(p) - r) - 0.112;
		d = max(d, 0.07 - 0.30 * abs(sin(atan(p.y, p.x) * 4.0)));
		rim = 0.068;
	} else if (shape == 13) { // captor: a lozenge around a piece that captured, or a square that helped
		vec2 q = abs(p);
		float r = min(0.56, uShape.y + 0.06);
		d = abs((q.x + q.y - r) * 0.7071) - 0.060;
		rim = 0.020;
	} else if (shape == 14) { // place: a small dot where a piece may be dropped
		d = length(p) - 0.055;
	} else if (shape == 15) { // arrow: drawn by hand
		float end = uShape.z - 0.30;
		d = box(p + vec2(0.0, 0.15), vec2(0.070, end + 0.10));
		vec2 a = vec2(abs(p.x), p.y - end + 0.02);
		d = min(d, max(dot(a, vec2(0.8, 0.6)) - 0.19, -a.y));
		rim = 0.014;
	} else { // trail: the worn path of the last move
		float t = vLocal.y * 0.5 + 0.5;
		d = box(p, uShape.yz - 0.02);
		k = (0.25 + 0.75 * t) * (0.6 + 0.4 * grain(p * vec2(30.0, 6.0)));
		soft = 0.05;
	}
	if (uTint.a > 1.0) {
		const float broad = 0.068;
		d -= max(broad - rim, 0.0);
		soft = w;
		k = 1.0;
		rim = max(broad, rim);
	}
	float a = (1.0 - smoothstep(-soft, soft, d)) * min(uTint.a, 1.0) * clamp(k, 0.0, 1.0);
	if (a < 0.004) discard;
	float light = mix(lit(vPlace, vec3(0.0, 1.0, 0.0)) * uKey.y * 0.62 + 0.38, 0.8, uToward.w);
	float inside = rim > 0.0 ? smoothstep(-w, w, -d - rim) : 1.0;
	vec3 c = mix(uTint.rgb * 0.07, uTint.rgb, inside);
	colour = finish(c * light, a);
}
