// The rules that the routes of events name.
import type { feedPermissions } from '../../contract/octavo-v1/events.ts';
import type { Permission } from '../http/room.ts';

/** The rules by the names that declarations use. */
export const feedRules: Record<(typeof feedPermissions)[number], Permission> = {
  // Events tell of drafts, of comments on hold and of people: only who may see all of that may follow.
  'follow-events': {
    permit: ({ actor }) =>
      actor.can('manage_options')
        ? undefined
        : { code: 'rest_cannot_follow_events', message: 'Only administrators may follow what happens.' },
  },
};
