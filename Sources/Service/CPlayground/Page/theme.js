// Not a module, so that it runs before anything is painted and the page does not flash in the other theme.
"use strict";
try {
    const theme = localStorage.getItem("snapveil-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
    // Where storage is forbidden, the theme is the system's.
}
