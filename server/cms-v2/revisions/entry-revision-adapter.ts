// Adapts the revisions module to posts, pages, blocks and the content types that a site declares (posts-and-pages.md §15, §16).
import { type RevisionFields, revisionsModule } from '../../../contract/shared/revisions.ts';
import { ApiError } from '../../api-error.ts';
import { parseId } from '../../http/module.ts';
import type { AddedContent } from '../entries/added-content.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { findEntry, findEntryHead } from '../entries/store.ts';
import { type Prepared, revisionPresenter } from './present.ts';
import type { RevisionAdapter } from './revision-adapter.ts';

/** Returns the adapter of the revisions module for entries. */
export function entryRevisionAdapter(deps: EntryDeps, added: AddedContent): RevisionAdapter<RevisionFields, Prepared> {
  const { contract, database } = deps;
  return {
    declaration: revisionsModule,
    async find(read, call) {
      const entry = await findEntry(read, typeOf(contract, call).name, parseId(call.path.parent ?? call.path.id));
      if (!entry) throw new ApiError('rest_post_invalid_parent', 404, 'No entry with this ID.');
      return entry;
    },
    autosavePermission: {
      load: async (call) => {
        const entry = await findEntryHead(database.read, typeOf(contract, call).name, parseId(call.path.id));
        if (!entry) throw new ApiError('rest_post_invalid_id', 404, 'No entry with this ID.');
        return entry;
      },
      permit: (call, entry) =>
        entry && passes(editCondition, call.actor, typeOf(contract, call), entry) ? undefined : forbiddenErrors.edit,
    },
    textInput: (args) => args,
    updatesOwnDrafts: true,
    includesAutosaves: true,
    deletedContext: 'edit',
    presenter: revisionPresenter(deps, added),
  };
}
