// Declares the live feed of events, an addition to the specification.
import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type } from '../grammar/schema.ts';
import { eventFilters } from './event-filters.ts';
import type { DeclaredEvent } from './event-kinds.ts';

/** Operations of the module `live-feed`. Each is implemented in a file with its name, such as `follow-events.ts`. */
export const feedOperations = ['follow-events'] as const;

/** Permissions that the routes of events require. */
export const feedPermissions = ['follow-events'] as const;

const feedParameters = (declared: readonly DeclaredEvent[]) => ({
  ...eventFilters(declared),
  after: optional(
    Type.Integer({
      description:
        'Sends the events after this position, then new events. The header `Last-Event-ID` takes precedence. Without this parameter and the header, only new events are sent.',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
});

export type FollowArgs = Args<ReturnType<typeof feedParameters>>;

/** Returns the resource of the live feed, including the event kinds of extensions. */
export const events = (declared: readonly DeclaredEvent[]): Resource => ({
  title: 'events',
  namespace: 'octavo/v1',
  module: 'live-feed',
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
          description:
            'Streams events as they happen. The stream ends after at most ten minutes; to continue, reconnect with the header `Last-Event-ID`.',
          permission: 'follow-events',
          file: 'text/event-stream',
          parameters: feedParameters(declared),
        },
      ],
    },
  ],
});
