// Declares the live channel, with which editors follow the entries that they have open, and lists what they display. It is an addition to
// the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { ids, listOf, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** Groups of records whose changes are reported without details, so that lists can be read again. */
const changeGroups = ['entries', 'comments'] as const;
export type ChangeGroup = (typeof changeGroups)[number];

const endpoints = declareEndpoints({
  'follow-entries': {
    methods: ['GET'],
    description:
      'Streams the state of entries and their locks, and then every change. The stream ends after at most ten minutes; reconnect to get the current state and further changes.',
    permission: 'follow-entries',
    file: 'text/event-stream',
    parameters: {
      entries: optional(
        ids({
          description:
            'The IDs of the entries; required without `groups`. Entries that the caller may not edit are ignored.',
          minItems: 1,
          maxItems: 50,
        }),
      ),
      groups: optional(
        listOf(changeGroups, {
          description:
            'Also reports when something in these groups of records has changed, without details, at most once per second. Comments are reported only to moderators.',
          minItems: 1,
          maxItems: changeGroups.length,
        }),
      ),
      after: optional(
        Type.Integer({
          description:
            'First reports the groups that have changed after this position: the ID of a message of this stream, or `event_position` of `GET /octavo/v1/admin`. The header `Last-Event-ID` takes precedence.',
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
        }),
      ),
    },
  },
});
export type LiveEndpoints = typeof endpoints;

/** The module with the code of this endpoint. */
export const liveChannelModule: ModuleDeclaration<LiveEndpoints> = { name: 'live-channel' };

export const live: Resource = {
  title: 'live',
  namespace: octavoNamespace,
  module: liveChannelModule,
  fields: {},
  links: [],
  routes: [{ path: '/octavo/v1/live', parameters: {}, endpoints: [endpoints['follow-entries']] }],
};
