// What the sample shows besides text: a QR code, and the portrait of nobody.

/** The rows of a QR code that says "https://example.org/enrol/482913", its leftmost square in the highest of 25 bits. */
const codeRows = [
    0x1fd187f, 0x1041541, 0x174b85d, 0x174cb5d, 0x174d55d, 0x1047d41, 0x1fd557f, 0x0015b00, 0x1b46141, 0x03a3fbe,
    0x1973bb9, 0x1db24ef, 0x0fde361, 0x1cb3f12, 0x1858f5f, 0x16820ed, 0x124d9f6, 0x0015916, 0x1fc7151, 0x1048f11,
    0x17577f1, 0x175e1c0, 0x174ee9f, 0x105c237, 0x1fd5149,
];

/** Draws the code with its top left corner at a point; each of its squares is `size` wide. */
export function drawCode(context, x, y, size) {
    context.fillStyle = "#14181f";
    codeRows.forEach((row, down) => {
        for (let across = 0; across < codeRows.length; across += 1) {
            if ((row >> (codeRows.length - 1 - across)) & 1) context.fillRect(x + across * size, y + down * size, size, size);
        }
    });
    return { x, y, width: codeRows.length * size, height: codeRows.length * size };
}

const hair = "60 40 30";
const skin = "224 172 140";
const shade = "179 138 112";

/**
 * The ellipses of a face from the front, from behind to before: the middle and both radii, in halves of the height of the face; the
 * colour, and the share of the area in which it fades at its edge.
 */
const portrait = [
    [0, -0.25, 0.95, 1.2, hair, 0.15],
    [0, 1.5, 0.45, 0.5, shade, 0.15],
    [0, 0, 0.78, 1.05, skin, 0.35],
    [0, -0.85, 0.72, 0.35, hair, 0.15],
    ...[-0.33, 0.33].flatMap((side) => [
        [side, -0.32, 0.2, 0.045, hair, 0.15],
        [side, -0.15, 0.2, 0.12, shade, 0.6],
        [side, -0.14, 0.15, 0.075, "245 245 245", 0.15],
        [side, -0.14, 0.07, 0.075, hair, 0.15],
        [side / 3, 0.27, 0.05, 0.03, "123 95 77", 0.15],
    ]),
    [0, 0.15, 0.07, 0.25, "242 186 151", 0.9],
    [0, 0.56, 0.3, 0.09, "190 90 90", 0.15],
    [0, 0.55, 0.26, 0.02, "120 50 50", 0.15],
];

/** Draws the portrait in a circle. */
export function drawPortrait(context, x, y, radius) {
    context.save();
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.clip();
    context.fillStyle = "#c8d4e0";
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    context.translate(x, y);
    context.scale(radius * 0.66, radius * 0.66);
    for (const ellipse of portrait) fillEllipse(context, ...ellipse);
    context.restore();
    return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

function fillEllipse(context, x, y, width, height, color, softness) {
    context.save();
    context.translate(x, y);
    context.scale(width, height);
    const gradient = context.createRadialGradient(0, 0, Math.sqrt(1 - softness), 0, 0, 1);
    gradient.addColorStop(0, `rgb(${color})`);
    gradient.addColorStop(1, `rgb(${color} / 0)`);
    context.fillStyle = gradient;
    context.fillRect(-1, -1, 2, 2);
    context.restore();
}
