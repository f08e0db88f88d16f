// Binds the endpoint of the live feed to its permission and operation.
import { type FeedEndpoints, liveFeedModule } from '../../contract/octavo-v1/events.ts';
import { implement, type Permissions } from '../http/implement.ts';
import type { Module } from '../http/module.ts';
import { type FeedDeps, followEvents } from './follow-events.ts';

/** Permissions of the live feed, keyed by their names in the contract. */
const liveFeedPermissions: Permissions<FeedEndpoints, object> = {
  // Events reveal the existence of drafts, comments on hold and users, so callers must be allowed to read all of these.
  'follow-events': {
    permit: ({ actor }) =>
      actor.can('manage_options')
        ? undefined
        : {
            code: 'rest_cannot_follow_events',
            message: 'You are not allowed to follow events; only administrators may do this.',
          },
  },
};

/** Returns the module of the live feed. */
export function liveFeedEndpoints(deps: FeedDeps): Module {
  return implement(liveFeedModule, {
    permissions: liveFeedPermissions,
    operations: { 'follow-events': followEvents(deps) },
  });
}
