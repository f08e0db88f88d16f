// Declares the live feed of events, an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type } from '../grammar/schema.ts';
import { eventFilters } from './event-filters.ts';
import type { DeclaredEvent } from './event-kinds.ts';

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

const feedEndpoints = (declared: readonly DeclaredEvent[]) =>
  declareEndpoints({
    'follow-events': {
      methods: ['GET'],
      description:
        'Streams events as they happen. The stream ends after at most ten minutes; to continue, reconnect with the header `Last-Event-ID`.',
      permission: 'follow-events',
      file: 'text/event-stream',
      parameters: feedParameters(declared),
    },
  });
export type FeedEndpoints = ReturnType<typeof feedEndpoints>;

/** The module with the code of this endpoint. */
export const liveFeedModule: ModuleDeclaration<FeedEndpoints> = { name: 'live-feed' };

/** Returns the resource of the live feed, including the event kinds of extensions. */
export const events = (declared: readonly DeclaredEvent[]): Resource => ({
  title: 'events',
  namespace: 'octavo/v1',
  module: liveFeedModule,
  fields: {},
  links: [],
  routes: [{ path: '/octavo/v1/events', parameters: {}, endpoints: [feedEndpoints(declared)['follow-events']] }],
});
