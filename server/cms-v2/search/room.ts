// The room of search over the whole site (protocol.md §18).
import type { searchOperations } from '../../../contract/cms-v2/search.ts';
import { everyone, type Operation, type Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { searchChecks } from './checks.ts';
import { searchPresenter } from './present.ts';
import { search } from './search.ts';

/** Joins the room's rules, operation, check and presenter. Anyone may search. */
export function searchRoom(parts: EntryParts): Room {
  const operations: Record<(typeof searchOperations)[number], Operation> = { search: search(parts) };
  return { permissions: { everyone }, operations, checks: searchChecks, presenter: searchPresenter(parts) };
}
