// The room of former texts of entries and of texts saved beside them.
import type { revisionOperations } from '../../../contract/shared/revisions.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { createAutosave } from './create-autosave.ts';
import { deleteRevision } from './delete-revision.ts';
import { getAutosave } from './get-autosave.ts';
import { getRevision } from './get-revision.ts';
import { listAutosaves } from './list-autosaves.ts';
import { listRevisions } from './list-revisions.ts';
import { revisionRules } from './permissions.ts';
import { revisionPresenter } from './present.ts';

/** Joins the room's rules, operations and presenter. */
export function revisionsRoom(parts: EntryParts): Room {
  const operations: Record<(typeof revisionOperations)[number], Operation> = {
    'list-revisions': listRevisions(parts),
    'get-revision': getRevision(parts),
    'delete-revision': deleteRevision(parts),
    'list-autosaves': listAutosaves(parts),
    'get-autosave': getAutosave(parts),
    'create-autosave': createAutosave(parts),
  };
  return { permissions: revisionRules(parts), operations, presenter: revisionPresenter(parts) };
}
