// The built-in extensions, and which of them the two instances of the specification announce.
import type { Extension } from 'octavo/extension';

/** Loaders of the built-in extensions by name; an extension is loaded only if it is served. */
export const builtInExtensions: Readonly<Record<string, () => Promise<Extension>>> = {
  'age-check': async () => (await import('./age-check/extension.ts')).extension,
  bmgr: async () => (await import('./bmgr/extension.ts')).extension,
  'mail-smtp': async () => (await import('./mail-smtp/extension.ts')).extension,
  sbc: async () => (await import('./sbc/extension.ts')).extension,
  cmsforms: async () => (await import('./cmsforms/extension.ts')).extension,
  spamfilter: async () => (await import('./spamfilter/extension.ts')).extension,
};

/** Names of extensions by the instance that announces them (specification: Namespaces announced per instance). */
export const instances: Readonly<Record<string, readonly string[]>> = {
  'first-instance': ['age-check', 'bmgr', 'mail-smtp', 'sbc', 'cmsforms'],
  'second-instance': ['spamfilter', 'bmgr'],
  union: ['age-check', 'bmgr', 'mail-smtp', 'sbc', 'cmsforms', 'spamfilter'],
};
