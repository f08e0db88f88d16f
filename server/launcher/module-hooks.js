// Loads the modules of a program faster than Node.js does (docs/decisions/0008-startup-time.md).
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { SourceCache } from './source-cache.js';

/**
 * Installs hooks for the ES modules in folders of a program, in TypeScript or compiled. Relative imports are resolved without access to the file system, so
 * symbolic links in these folders are not resolved. Other imports are resolved once, because these folders have no packages of their
 * own. Types are stripped once, if there is a folder for the cache.
 * @param {URL} root The folder of the program.
 * @param {readonly string[]} folders Names of the folders.
 * @param {string | undefined} cacheFolder The folder of the cache, which must belong to one version of Node.js.
 */
export function installModuleHooks(root, folders, cacheFolder) {
  const sourceFolders = folders.map((name) => new URL(`${name}/`, root).href);
  /** @param {string} url */
  const isSource = (url) => sourceFolders.some((folder) => url.startsWith(folder));
  // The library with the most modules. All of them are ES modules.
  const kysely = new URL('node_modules/kysely/dist/', root).href;
  /** Resolved imports of packages and built-in modules, by specifier. @type {Map<string, module.ResolveFnOutput>} */
  const resolvedPackages = new Map();
  const cache = cacheFolder === undefined ? undefined : new SourceCache(fileURLToPath(root), cacheFolder);
  process.once('exit', () => cache?.save());
  module.registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL = '' } = context;
      const isRelative = specifier.startsWith('.');
      if (isSource(parentURL)) {
        if (isRelative && specifier.endsWith('.ts')) return relativeModule(specifier, parentURL, 'module-typescript');
        if (isRelative && specifier.endsWith('.js')) return relativeModule(specifier, parentURL, 'module');
        if (isRelative || !context.conditions.includes('import')) return nextResolve(specifier, context);
        const resolved = resolvedPackages.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true };
        resolvedPackages.set(specifier, resolved);
        return resolved;
      }
      if (isRelative && specifier.endsWith('.js') && parentURL.startsWith(kysely))
        return relativeModule(specifier, parentURL, 'module');
      return nextResolve(specifier, context);
    },
    load(url, context, nextLoad) {
      if (context.format !== 'module-typescript' || !isSource(url)) return nextLoad(url, context);
      const source = cache?.read(decodeURIComponent(url.slice(root.href.length)));
      // If there is no text, Node.js reports the error.
      return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
}

/** @param {string} specifier @param {string} parent @param {string} format */
const relativeModule = (specifier, parent, format) => ({
  url: new URL(specifier, parent).href,
  format,
  shortCircuit: true,
});
