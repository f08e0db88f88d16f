// Defines the permission of the live feed.
import type { FeedEndpoints } from '../../contract/octavo-v1/events.ts';
import type { Permissions } from '../http/implement.ts';

/** Permissions of the live feed, keyed by their names in the contract. */
export const liveFeedPermissions: Permissions<FeedEndpoints, object> = {
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
