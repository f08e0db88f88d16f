// Corrects imports of packages in the CommonJS format whose default export is a property.
import type { Plugin } from 'esbuild';

/** The packages. Modules with the extension `.mjs` would receive an object with the property `default` instead of its value. */
const packages = /^react-autosize-textarea$/;

/** Resolves each package to a module whose value is the default export. */
export const defaultExports: Plugin = {
  name: 'default exports',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir = '.' } }) {
    onResolve({ filter: packages }, ({ path, namespace }) =>
      namespace === 'default-export' ? undefined : { path, namespace: 'default-export' },
    );
    onLoad({ filter: /.*/, namespace: 'default-export' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)}).default;`,
      resolveDir: absWorkingDir,
    }));
  },
};
