// Resolves imports of the public modules of this package in files outside of it, such as the configuration and the extensions of a site.
import module from 'node:module';

/** The modules that package.json exports. */
const publicModules = ['octavo', 'octavo/extension'];

let isInstalled = false;

/**
 * Makes `octavo` and `octavo/extension` resolve to this copy of the package, whichever file imports them. A file needs no package nearby,
 * and if another copy is installed there, it still shares the classes of the running service. Can be called repeatedly.
 */
export function installPublicModules() {
  if (isInstalled) return;
  isInstalled = true;
  // Resolved before the hook is registered, because the hook also applies to import.meta.resolve.
  const urls = new Map(publicModules.map((name) => [name, import.meta.resolve(name)]));
  module.registerHooks({
    resolve(specifier, context, nextResolve) {
      const url = urls.get(specifier);
      if (url === undefined) return nextResolve(specifier, context);
      return { url, format: url.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true };
    },
  });
}
