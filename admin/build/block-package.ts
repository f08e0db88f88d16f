// Replaces functions of the editor's package of blocks by those of the admin.
import path from 'node:path';
import type { Plugin } from 'esbuild';

/** Resolves `@wordpress/blocks` to the module that replaces functions of the package, except in that module. */
export const blockPackage: Plugin = {
  name: 'block package',
  setup({ onResolve, initialOptions: { absWorkingDir = '.' } }) {
    const replacement = path.join(absWorkingDir, 'data/unstable/blocks.ts');
    onResolve({ filter: /^@wordpress\/blocks$/ }, ({ importer }) =>
      importer === replacement ? undefined : { path: replacement },
    );
  },
};
