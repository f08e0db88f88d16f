// Lists the built-in extensions, and the extensions that each of the two instances in the specification announces.
import type { Extension } from 'octavo/extension';

/** Functions that load the built-in extensions, keyed by name. An extension is loaded only if it is enabled. */
export const builtInExtensions: Readonly<Record<string, () => Promise<Extension>>> = {
  'age-check': async () => (await import('./age-check/extension.ts')).extension,
  bmgr: async () => (await import('./bmgr/extension.ts')).extension,
  'mail-smtp': async () => (await import('./mail-smtp/extension.ts')).extension,
  sbc: async () => (await import('./sbc/extension.ts')).extension,
  cmsforms: async () => (await import('./cmsforms/extension.ts')).extension,
  spamfilter: async () => (await import('./spamfilter/extension.ts')).extension,
};

/** Names of extensions, keyed by the instance that announces them (specification: Namespaces announced per instance); `union` has all. */
export const instances: Readonly<Record<string, readonly string[]>> = {
  'first-instance': ['age-check', 'bmgr', 'mail-smtp', 'sbc', 'cmsforms'],
  'second-instance': ['spamfilter', 'bmgr'],
  union: ['age-check', 'bmgr', 'mail-smtp', 'sbc', 'cmsforms', 'spamfilter'],
};
