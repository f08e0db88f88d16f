// What of everything that happens somebody wants to be told.
import { everywhere, Type } from '../grammar/schema.ts';
import { type EventKind, eventKinds } from './event-kinds.ts';

/** Lists that let through what they name; an empty one lets everything through. */
export const eventFilters = {
  kinds: Type.Unsafe<EventKind[]>({
    description: 'The kinds of events that are told; none: all.',
    type: 'array',
    items: { type: 'string', enum: eventKinds },
    maxItems: eventKinds.length,
    default: [],
    context: everywhere,
  }),
  types: Type.Unsafe<string[]>({
    description:
      'The content types, taxonomies and types of comments whose events are told; none: all. What has no type, users and settings, is told as the kinds say.',
    type: 'array',
    items: { type: 'string', pattern: '^[a-z0-9_-]{1,40}$' },
    maxItems: 100,
    default: [],
    context: everywhere,
  }),
};
