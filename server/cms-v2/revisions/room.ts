// The room of former texts of entries and of texts saved beside them.
import type { revisionOperations } from '../../../contract/shared/revisions.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { deleteRevision } from './delete-revision.ts';
import { getAutosave } from './get-autosave.ts';
import { getRevision } from './get-revision.ts';
import { listAutosaves } from './list-autosaves.ts';
import { listRevisions } from './list-revisions.ts';
import { revisionRules } from './permissions.ts';
import type { Revised } from './revised.ts';
import { saveAutosave } from './save-autosave.ts';

/** Joins the room's rules, operations and presenter, as they serve one family of types. */
export function revisionsRoom(parts: EntryParts, revised: Revised): Room {
  const operations: Record<(typeof revisionOperations)[number], Operation> = {
    'list-revisions': listRevisions(parts, revised),
    'get-revision': getRevision(parts),
    'delete-revision': deleteRevision(parts, revised),
    'list-autosaves': listAutosaves(parts),
    'get-autosave': getAutosave(parts),
    'save-autosave': saveAutosave(parts, revised),
  };
  return { permissions: revisionRules(parts, revised), operations, presenter: revised.presenter };
}
