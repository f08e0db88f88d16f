// DELETE /…/<id>: deletes a term permanently (terms-menus-and-blocks.md §1.8).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { termTags } from '../entries/event-tags.ts';
import { lockTermCounts } from '../entries/terms-store.ts';
import { addToTermCount } from './count-store.ts';
import { type TermDeps, taxonomyOf } from './deps.ts';
import type { TermHook } from './hooks.ts';
import type { TermOperations } from './operations.ts';
import { lockTerm } from './permissions.ts';
import {
  deleteTermRow,
  findChildTerms,
  findEntriesWithOnlyTerm,
  findTerm,
  replaceTermOfEntries,
  type TermRow,
  updateTermPath,
} from './store.ts';
import { updateDescendantPaths } from './term-args.ts';

/** Deletes a term and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`. */
export function deleteTerm(deps: TermDeps, hooks: readonly TermHook[]): TermOperations['delete-term'] {
  return {
    async run(call, loadedTerm) {
      const taxonomy = taxonomyOf(deps, call);
      if (!call.args.force) {
        throw new ApiError(
          'rest_trash_not_supported',
          501,
          'Terms cannot be moved to the trash; send force=true to delete them permanently.',
        );
      }
      const deleteStored = () =>
        deps.database.transaction(async (tx) => {
          const term = await lockTerm(tx, taxonomy, loadedTerm.id);
          await call.requireMatch();
          await lockTermCounts(tx);
          const moved = await moveChildrenUp(tx, taxonomy, term);
          const isCategory = taxonomy.name === 'category';
          const defaultCategoryIds = isCategory
            ? await assignDefaultCategory(tx, term, deps.site.settings.values.default_category)
            : [];
          for (const hook of hooks) await hook.deleting(tx, term);
          const above = term.parent === 0 ? [] : [term.parent];
          await deleteTermRow(tx, term, termTags([...above, ...moved, ...defaultCategoryIds]));
          const auditEvent = { action: 'term-deleted', kind: taxonomy.name, id: term.id, name: term.name } as const;
          await recordAuditEvent(tx, deps.site.clock, call, auditEvent);
        });
      return { kind: 'deleted', previous: loadedTerm, context: 'view', deleteStored };
    },
  };
}

/** Moves the children of a term to its parent. Returns the IDs of all terms whose path has changed. */
async function moveChildrenUp(tx: WriteHandle, taxonomy: Taxonomy, term: TermRow): Promise<number[]> {
  const moved: number[] = [];
  const above = term.path.slice(0, Math.max(0, term.path.length - term.slug.length - 1));
  for (const child of await findChildTerms(tx, taxonomy.name, [term.id])) {
    const path = above === '' ? child.slug : `${above}/${child.slug}`;
    await updateTermPath(tx, child.id, term.parent, path);
    moved.push(child.id, ...(await updateDescendantPaths(tx, taxonomy, child.id, path)));
  }
  return moved;
}

/**
 * Assigns the default category to entries that would otherwise be left without a category. Does nothing if the default category
 * does not exist, which is possible because the setting is not validated (protocol.md §19). Returns a list with the ID of the default
 * category if it was assigned; else an empty list.
 */
async function assignDefaultCategory(tx: WriteHandle, term: TermRow, defaultCategory: number): Promise<number[]> {
  const uncategorized = await findEntriesWithOnlyTerm(tx, term.taxonomy, term.id);
  if (uncategorized.length === 0 || !(await findTerm(tx, term.taxonomy, defaultCategory))) return [];
  await replaceTermOfEntries(
    tx,
    uncategorized.map((entry) => entry.entry_id),
    term.id,
    defaultCategory,
  );
  await addToTermCount(tx, defaultCategory, uncategorized.filter((entry) => entry.status === 'publish').length);
  return [defaultCategory];
}
