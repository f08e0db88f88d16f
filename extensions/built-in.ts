// The extensions that come with Octavo, and which of them the two instances of the specification announce.
import type { Extension } from 'octavo/extension';

/** The built-in extensions by name, loaded only where they are served. */
export const builtInExtensions: Readonly<Record<string, () => Promise<Extension>>> = {
  'age-check': async () => (await import('./age-check/extension.ts')).extension,
  spamfilter: async () => (await import('./spamfilter/extension.ts')).extension,
  sbc: async () => (await import('./sbc/extension.ts')).extension,
};

/** Extensions by the instance that announces them (specification: Namespaces announced per instance). */
export const instances: Readonly<Record<string, readonly string[]>> = {
  'first-instance': ['age-check', 'sbc'],
  'second-instance': ['spamfilter'],
  union: ['age-check', 'sbc', 'spamfilter'],
};
