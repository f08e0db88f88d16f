// The room of what happens, told as it happens.
import type { feedOperations, feedPermissions } from '../../contract/octavo-v1/events.ts';
import type { Operation, Permission, Room } from '../http/room.ts';
import { type FeedParts, followEvents } from './follow-events.ts';

/** Joins the room's rule and operation. */
export function liveFeedRoom(parts: FeedParts): Room {
  const permissions: Record<(typeof feedPermissions)[number], Permission> = {
    // Events tell of drafts, of comments on hold and of people: only who may see all of that may follow.
    'follow-events': {
      permit: ({ actor }) =>
        actor.can('manage_options')
          ? undefined
          : { code: 'rest_cannot_follow_events', message: 'Only administrators may follow what happens.' },
    },
  };
  const operations: Record<(typeof feedOperations)[number], Operation> = { 'follow-events': followEvents(parts) };
  return { permissions, operations };
}
