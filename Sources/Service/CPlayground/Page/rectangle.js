// Rectangles in whole pixels of a picture. Nothing here knows of the document.

/** The smallest edge of a region that is drawn or resized. */
export const smallest = 1;

const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** The rectangle between two points, in whole pixels and within a picture of this size. */
export function between(a, b, { width, height }) {
    const left = clamp(Math.floor(Math.min(a.x, b.x)), 0, width - smallest);
    const top = clamp(Math.floor(Math.min(a.y, b.y)), 0, height - smallest);
    const right = clamp(Math.ceil(Math.max(a.x, b.x)), left + smallest, width);
    const bottom = clamp(Math.ceil(Math.max(a.y, b.y)), top + smallest, height);
    return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The rectangle moved by whole pixels, and kept within the picture. */
export function moved(rectangle, dx, dy, picture) {
    return {
        ...rectangle,
        x: clamp(Math.round(rectangle.x + dx), 0, picture.width - rectangle.width),
        y: clamp(Math.round(rectangle.y + dy), 0, picture.height - rectangle.height),
    };
}

/** The rectangle with its right and bottom edges moved, and kept within the picture. */
export function resized(rectangle, dx, dy, picture) {
    return {
        ...rectangle,
        width: clamp(Math.round(rectangle.width + dx), smallest, picture.width - rectangle.x),
        height: clamp(Math.round(rectangle.height + dy), smallest, picture.height - rectangle.y),
    };
}

/**
 * The rectangle with one handle dragged. A handle that is dragged past the other edge turns the rectangle over.
 *
 * @param {string} handle Which edges move: of `n` and `s`, and of `w` and `e`, one or none each.
 */
export function dragged(rectangle, handle, dx, dy, picture) {
    const { x, y, width, height } = rectangle;
    const west = handle.includes("w") ? x + dx : x;
    const east = handle.includes("e") ? x + width + dx : x + width;
    const north = handle.includes("n") ? y + dy : y;
    const south = handle.includes("s") ? y + height + dy : y + height;
    const rounded = (value) => Math.round(value);
    return {
        ...rectangle,
        ...between({ x: rounded(west), y: rounded(north) }, { x: rounded(east), y: rounded(south) }, picture),
    };
}

/** A rectangle in the middle of a picture, for who draws by keyboard. */
export function central({ width, height }) {
    const [w, h] = [Math.max(Math.round(width / 3), smallest), Math.max(Math.round(height / 12), smallest)];
    return { x: Math.round((width - w) / 2), y: Math.round((height - h) / 2), width: w, height: h };
}

/** The handles and where each is on a rectangle, as fractions of its edges. */
export const handles = {
    nw: [0, 0], n: [0.5, 0], ne: [1, 0], e: [1, 0.5], se: [1, 1], s: [0.5, 1], sw: [0, 1], w: [0, 0.5],
};

/** The rectangle in words. */
export function spoken({ x, y, width, height }) {
    return `${width} by ${height} pixels at ${x}, ${y}`;
}
