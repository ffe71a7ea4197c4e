// The fixture of Playwright Test: `import { test, expect } from "snapveil/playwright"`.

import { expect, test as base } from "@playwright/test";
import { sanitized } from "./fixture.js";

export { expect, sanitized };
export { safeScreenshot } from "./screenshots.js";

export const test = sanitized(base);
