// DELETE /…/<parent>/revisions/<id>: deletes a revision or an autosave permanently (contract/README.md, decision 4).

import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { deleteRevisionRow, updateHistory } from '../entries/revisions-store.ts';
import { requireRevision } from './get-revision.ts';
import type { RevisionOperations } from './operations.ts';
import type { RevisionAdapter } from './revision-adapter.ts';

/**
 * Deletes a revision or an autosave, and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported`
 * without `force`, and the errors of `requireRevision`.
 */
export function deleteRevision(
  deps: EntryDeps,
  { deletedContext }: Pick<RevisionAdapter, 'deletedContext'>,
): RevisionOperations['delete-revision'] {
  return {
    async run(call, entry) {
      const { database, contract } = deps;
      await requireRevision(database.read, call, entry);
      if (!call.args.force) {
        const message = 'Revisions cannot be moved to the trash; send force=true to delete them permanently.';
        throw new ApiError('rest_trash_not_supported', 501, message);
      }
      const previous = await database.transaction(async (tx) => {
        const locked = await lockEntry(tx, typeOf(contract, call), entry.id, call.actor, 'delete');
        const revision = await requireRevision(tx, call, locked);
        await call.requireMatch();
        await deleteRevisionRow(tx, revision.id);
        await updateHistory(tx, entry.id, -1);
        const auditEvent = {
          action: 'revision-deleted',
          kind: locked.type,
          id: revision.id,
          name: locked.title,
        } as const;
        await recordAuditEvent(tx, deps.site.clock, call, { ...auditEvent, details: { entry: entry.id } });
        return revision;
      });
      return { kind: 'deleted', previous, context: deletedContext };
    },
  };
}
