// Finds the modules of the page where they lie in the repository.

const page = new URL("../../../../Sources/Service/CPlayground/Page/", import.meta.url);
const prefix = "/playground/";

export function resolve(specifier, context, next) {
    if (!specifier.startsWith(prefix)) return next(specifier, context);
    return { url: new URL(specifier.slice(prefix.length), page).href, format: "module", shortCircuit: true };
}
