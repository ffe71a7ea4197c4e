// As Cypress documents it: the configuration itself.
export const defineConfig = (config) => config;
