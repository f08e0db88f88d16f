// The room of what happens, told as it happens.
import type { feedOperations } from '../../contract/octavo-v1/events.ts';
import type { Operation, Room } from '../http/room.ts';
import { type FeedParts, followEvents } from './follow-events.ts';
import { feedRules } from './permissions.ts';

/** Joins the room's rules and its operation. */
export function liveFeedRoom(parts: FeedParts): Room {
  const operations: Record<(typeof feedOperations)[number], Operation> = { 'follow-events': followEvents(parts) };
  return { permissions: feedRules, operations };
}
