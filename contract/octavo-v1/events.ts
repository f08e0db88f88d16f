// What happens in the site, told as it happens. Octavo's own.
import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type } from '../grammar/schema.ts';
import { eventFilters } from './event-filters.ts';
import type { DeclaredEvent } from './event-kinds.ts';

/** The operations of the room `live-feed`; each is a file of that name there. */
export const feedOperations = ['follow-events'] as const;

/** The rules that the routes of events name. */
export const feedPermissions = ['follow-events'] as const;

const following = (declared: readonly DeclaredEvent[]) => ({
  ...eventFilters(declared),
  after: optional(
    Type.Integer({
      description:
        'Events behind this position are told, then what happens from now on. The header Last-Event-ID goes before; without both it begins now.',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
});

export type FollowArgs = Args<ReturnType<typeof following>>;

/** The feed, with the kinds of events that extensions tell of. */
export const events = (declared: readonly DeclaredEvent[]): Resource => ({
  title: 'events',
  namespace: 'octavo/v1',
  room: 'live-feed',
  fields: {},
  links: [],
  routes: [
    {
      path: '/octavo/v1/events',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'follow-events',
          description: 'Sends events as they happen, as a stream that goes on until the client ends it.',
          permission: 'follow-events',
          file: 'text/event-stream',
          parameters: following(declared),
        },
      ],
    },
  ],
});
