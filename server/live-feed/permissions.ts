// Permissions of the live feed.
import type { feedPermissions } from '../../contract/octavo-v1/events.ts';
import type { Permission } from '../http/module.ts';

/** Permissions by the names that declarations use. */
export const liveFeedPermissions: Record<(typeof feedPermissions)[number], Permission> = {
  // Events reveal drafts, comments on hold and users: following requires permission to see all of these.
  'follow-events': {
    permit: ({ actor }) =>
      actor.can('manage_options')
        ? undefined
        : {
            code: 'rest_cannot_follow_events',
            message: 'You are not allowed to follow events; this requires an administrator.',
          },
  },
};
