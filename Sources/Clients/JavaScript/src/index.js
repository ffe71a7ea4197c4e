export { Snapveil, SnapveilError } from "./client.js";
export { fields } from "./page.js";
export { safeScreenshot, sanitizeScreenshots } from "./screenshots.js";
