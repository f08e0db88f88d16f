// Declares the parameters with which webhooks and the live feed filter events.
import { everywhere, listOf, Type } from '../grammar/schema.ts';
import type { DeclaredEvent } from './event-kinds.ts';
import { eventKinds } from './event-kinds.ts';

/** Returns the filter parameters. An empty list selects all events. `declared` contains the event kinds of extensions. */
export const eventFilters = (declared: readonly Pick<DeclaredEvent, 'kind'>[]) => ({
  kinds: listOf(allKinds(declared), {
    description: 'The event kinds to receive; all if empty.',
    maxItems: allKinds(declared).length,
    default: [],
    context: everywhere,
  }),
  types: Type.Unsafe<string[]>({
    description:
      'The content types, taxonomies and comment types whose events to receive; all if empty. The filter does not apply to events without a type, such as those of users and site settings. For events about settings of an extension, the type is the name of the extension.',
    type: 'array',
    items: { type: 'string', pattern: '^[a-z0-9_-]{1,40}$' },
    isName: true,
    maxItems: 100,
    default: [],
    context: everywhere,
  }),
});

const allKinds = (declared: readonly Pick<DeclaredEvent, 'kind'>[]): string[] => [
  ...eventKinds,
  ...declared.map(({ kind }) => kind),
];
