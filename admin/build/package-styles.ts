// Finds the style sheets of packages.
import path from 'node:path';
import type { Plugin } from 'esbuild';

/** Resolves imports of style sheets in packages, also of packages that export only their code. */
export const packageStyles: Plugin = {
  name: 'package styles',
  setup({ onResolve, initialOptions: { absWorkingDir = '.' } }) {
    onResolve({ filter: /^@wordpress\/[^/]+\/build-style\/.*\.css$/ }, ({ path: name }) => ({
      path: path.join(absWorkingDir, 'node_modules', name),
    }));
  },
};
