// What of everything that happens somebody wants to be told.
import { everywhere, Type } from '../grammar/schema.ts';
import type { DeclaredEvent } from './event-kinds.ts';
import { eventKinds } from './event-kinds.ts';

/** Lists that let through what they name; an empty one lets everything through. `declared` are the kinds of extensions. */
export const eventFilters = (declared: readonly Pick<DeclaredEvent, 'kind'>[]) => ({
  kinds: Type.Unsafe<string[]>({
    description: 'The kinds of events that are told; none: all.',
    type: 'array',
    items: { type: 'string', enum: kindsWith(declared) },
    maxItems: kindsWith(declared).length,
    default: [],
    context: everywhere,
  }),
  types: Type.Unsafe<string[]>({
    description:
      'The content types, taxonomies and types of comments whose events are told; none: all. What has no type, users and the settings of the site, is told as the kinds say. What has happened to settings of an extension has its name as type.',
    type: 'array',
    items: { type: 'string', pattern: '^[a-z0-9_-]{1,40}$' },
    isName: true,
    maxItems: 100,
    default: [],
    context: everywhere,
  }),
});

const kindsWith = (declared: readonly Pick<DeclaredEvent, 'kind'>[]): string[] => [
  ...eventKinds,
  ...declared.map(({ kind }) => kind),
];
