// Resolves imports of the public modules of this package in files outside of it, such as the configuration and the extensions of a site.
import module from 'node:module';

/** The modules that package.json exports. @type {ReadonlySet<string>} */
const publicModules = new Set(['octavo', 'octavo/extension']);

let isInstalled = false;

/**
 * Makes `octavo` and `octavo/extension` resolve to this copy of the package, whichever file imports them. A file needs no package nearby,
 * and if another copy is installed there, it still shares the classes of the running service. Can be called repeatedly.
 */
export function installPublicModules() {
  if (isInstalled) return;
  isInstalled = true;
  module.registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOwn = context.parentURL === import.meta.url;
      if (isOwn || !publicModules.has(specifier)) return nextResolve(specifier, context);
      const url = import.meta.resolve(specifier);
      return { url, format: url.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true };
    },
  });
}
