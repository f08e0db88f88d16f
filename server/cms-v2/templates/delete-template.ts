// DELETE /cms/v2/templates/<id> and DELETE /cms/v2/template-parts/<id>: move a stored template to the trash or delete it. The
// file of the theme, if any, then becomes effective again (templates-and-styles.md §5).

import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { deleteWithAuditEvent, trashEntry } from '../entries/trash-and-delete.ts';
import { requireTemplate } from './find-template.ts';
import type { TemplateOperations } from './operations.ts';
import { templateOfEntry } from './template.ts';

/**
 * Moves a stored template to the trash and responds with it under its previous ID. With `force`, deletes it and responds with its
 * previous values.
 *
 * Throws ApiError 400 `rest_invalid_template` for a file of the theme, and ApiError 410 `rest_template_already_trashed`.
 */
export function deleteTemplate(deps: EntryDeps): TemplateOperations['delete-template'] {
  const { database, contract } = deps;
  return {
    async run(call) {
      const type = typeOf(contract, call);
      const { stored } = await requireTemplate(deps, database.read, type, call.path.id ?? '');
      if (!stored) {
        const message = `This ${type.noun.one} is a file of the theme, which cannot be deleted.`;
        throw new ApiError('rest_invalid_template', 400, message);
      }
      const lockForDelete = async (tx: WriteHandle) => {
        const entry = await lockEntry(tx, type, stored.id, call.actor, 'delete');
        await call.requireMatch();
        return entry;
      };
      if (call.args.force) {
        const deleteStored = () =>
          database.transaction(async (tx) => deleteWithAuditEvent(deps, tx, call, type, await lockForDelete(tx)));
        return { kind: 'deleted', previous: templateOfEntry(stored), context: 'edit', deleteStored };
      }
      await database.transaction(async (tx) => {
        const entry = await lockForDelete(tx);
        if (entry.status === 'trash')
          throw new ApiError('rest_template_already_trashed', 410, 'The template is already in the trash.');
        await trashEntry(deps, tx, type, entry, call.actor.id);
      });
      // The previous ID does not refer to a record with revisions any more.
      const row = { ...templateOfEntry(stored), status: 'trash', record: undefined };
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
