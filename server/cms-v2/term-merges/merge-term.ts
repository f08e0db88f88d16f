// POST /octavo/v1/terms/<id>/merge: merges a term into another term of its taxonomy.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { termTags } from '../entries/event-tags.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { countTerms, listTermsWithDescendants, lockTermCounts } from '../entries/terms-store.ts';
import type { MergedReferences, TermDeps, TermHook } from '../terms/deps.ts';
import { lockTerm } from '../terms/lock-term.ts';
import { deleteTermRow, findChildTerms, findTerm, type TermRow, updateTermPath } from '../terms/store.ts';
import type { TermMergeOperations } from './deps.ts';
import { moveAssignments, moveChildren, movePaths } from './store.ts';

/**
 * Merges the loaded term into the term `into`, in one transaction, and responds with the numbers of changed objects. The entries of the
 * term get the other term, its menu items link to the other term, and its children become children of the other term. Then the term is
 * deleted. The number of statements does not depend on the numbers of these objects. Unlike the deletion of a category, a merge never
 * assigns the default category, because each entry gets the other term.
 *
 * Throws ApiError 400 `rest_term_invalid` if `into` is the term itself or no term of its taxonomy, and 404 `rest_term_invalid` if the term
 * was deleted meanwhile.
 */
export function mergeTerm(deps: TermDeps, hooks: readonly TermHook[]): TermMergeOperations['merge-term'] {
  return {
    async run(call, { row: { id }, taxonomy }) {
      const value = await deps.database.transaction(async (tx) => {
        await tx.share(usersLock);
        const term = await lockTerm(tx, taxonomy, id);
        await call.requireMatch();
        const into = await requireTarget(tx, taxonomy, term, call.args.into);
        await lockTermCounts(tx);
        const { entries, published } = await moveAssignments(tx, { from: term.id, into: into.id });
        await countTerms(tx, new Map([[into.id, published]]));
        const { children, moved } = await moveDescendants(tx, taxonomy, term, into);
        const references: MergedReferences[] = [];
        for (const hook of hooks) references.push(await hook.merging(tx, term, into.id));
        for (const hook of hooks) await hook.deleting(tx, term);
        const tags = [
          ...termTags([...new Set([term.parent, ...moved])].filter((each) => each !== 0)),
          ...references.flatMap((each) => each.tags),
        ];
        await recordEvent(tx, { kind: 'term.updated', type: taxonomy.name, subject: into.id, tags });
        await deleteTermRow(tx, term, [...termTags([into.id]), ...tags]);
        await recordAuditEvent(tx, deps.site.clock, call, {
          ...{ action: 'term-deleted', kind: taxonomy.name, id: term.id, name: term.name },
          details: { merged_into: into.id, entries },
        });
        const menuItems = references.reduce((sum, each) => sum + each.menuItems, 0);
        return { id: term.id, into: into.id, entries, children, menu_items: menuItems };
      });
      return { kind: 'value', value };
    },
  };
}

/** Returns the term into which a term is merged. Throws ApiError 400 `rest_term_invalid` if it cannot be. */
async function requireTarget(tx: WriteHandle, taxonomy: Taxonomy, { id }: TermRow, into: number): Promise<TermRow> {
  if (into === id) throw new ApiError('rest_term_invalid', 400, 'A term cannot be merged into itself.');
  const found = Number.isSafeInteger(into) ? await findTerm(tx, taxonomy.name, into) : undefined;
  if (!found) throw new ApiError('rest_term_invalid', 400, `Invalid into: no ${taxonomy.noun.one} with this ID.`);
  return found;
}

/**
 * Makes the children of a term children of the other term. If the other term is a descendant of the term, its branch first moves to the
 * parent of the term, as after a deletion, so that no term becomes its own ancestor. Returns the number of children, and the IDs of all terms
 * whose path has changed. The caller must hold the lock on the terms of the taxonomy.
 */
async function moveDescendants(
  tx: WriteHandle,
  taxonomy: Taxonomy,
  term: TermRow,
  into: TermRow,
): Promise<{ readonly children: number; readonly moved: readonly number[] }> {
  const children = await findChildTerms(tx, taxonomy.name, [term.id]);
  if (children.length === 0) return { children: 0, moved: [] };
  const moved = (await listTermsWithDescendants(tx, [term.id])).filter((id) => id !== term.id);
  const branch = children.find(({ id, path }) => id === into.id || into.path.startsWith(`${path}/`));
  let target = into.path;
  const inBranch = new Set<number>();
  if (branch) {
    for (const id of await listTermsWithDescendants(tx, [branch.id])) inBranch.add(id);
    const above = term.path.slice(0, Math.max(0, term.path.length - term.slug.length - 1));
    const path = above === '' ? branch.slug : `${above}/${branch.slug}`;
    await movePaths(tx, [...inBranch], branch.path, path);
    await updateTermPath(tx, branch.id, term.parent, path);
    target = path + into.path.slice(branch.path.length);
  }
  const others = moved.filter((id) => !inBranch.has(id));
  await moveChildren(tx, taxonomy.name, term.id, into.id);
  await movePaths(tx, others, term.path, target);
  return { children: children.length, moved };
}
