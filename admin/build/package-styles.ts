// Finds the style sheets of packages.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';

/** The direction of the text of a language. */
export type Direction = 'ltr' | 'rtl';

/**
 * Resolves imports of style sheets in packages, also of packages that export only their code. For languages that are written from right to
 * left, it uses the variants of the packages: `style-rtl.css` instead of `style.css`.
 */
export const packageStyles = (direction: Direction): Plugin => ({
  name: 'package styles',
  setup({ onResolve, initialOptions: { absWorkingDir = '.' } }) {
    onResolve({ filter: /^@wordpress\/[^/]+\/build-style\/.*\.css$/ }, ({ path: name }) => {
      const file = path.join(absWorkingDir, 'node_modules', name);
      const mirrored = file.replace(/\.css$/, '-rtl.css');
      return { path: direction === 'rtl' && existsSync(mirrored) ? mirrored : file };
    });
  },
});
