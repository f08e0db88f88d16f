// POST, PUT and PATCH /…/<id>: update the submitted fields of a term (terms-menus-and-blocks.md §1.2, §1.3, §1.8).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import type { Call } from '../../http/module.ts';
import { parseSubmittedSlug, toSlug } from '../../rendering/slug.ts';
import { termTags } from '../entries/event-tags.ts';
import { listTermsWithDescendants } from '../entries/terms-store.ts';
import { composeColumns } from '../plain-columns.ts';
import { type TermDeps, taxonomyOf } from './deps.ts';
import type { TermArgs, TermOperations } from './operations.ts';
import { lockTerm } from './permissions.ts';
import { findTerm, findTermsBySlug, type TermRow, updateTermRow } from './store.ts';
import {
  cleanName,
  type DescriptionColumns,
  parseDescription,
  parseParent,
  updateDescendantPaths,
} from './term-args.ts';
import { findFreeTermSlug } from './term-slugs.ts';

/** Updates a term and responds with it in the edit context. */
export function updateTerm(deps: TermDeps): TermOperations['update-term'] {
  return {
    async run(call, loadedTerm) {
      const taxonomy = taxonomyOf(deps, call);
      const descriptionColumns = await parseDescription(deps, call);
      const row = await deps.database.transaction(async (tx) => {
        const before = await lockTerm(tx, taxonomy, loadedTerm.id);
        await call.requireMatch();
        return updateInTransaction(tx, call, taxonomy, before, descriptionColumns ?? before);
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

async function updateInTransaction(
  tx: WriteHandle,
  call: Call<TermArgs>,
  taxonomy: Taxonomy,
  before: TermRow,
  descriptionColumns: DescriptionColumns,
): Promise<TermRow> {
  const { args } = call;
  const parent = await resolveParent(tx, call, taxonomy, before);
  const nameColumns = args.name === undefined ? before : cleanName(args.name);
  const slug = await resolveSlug(tx, taxonomy, before, { slug: args.slug, parent, name: nameColumns.name });
  const above = parent === 0 ? undefined : await findTerm(tx, taxonomy.name, parent);
  const { name, name_key } = nameColumns;
  const { description, description_key } = descriptionColumns;
  const after = {
    ...before,
    ...composeColumns('terms', { args, before }),
    name,
    name_key,
    description,
    description_key,
    parent,
    slug,
    path: above ? `${above.path}/${slug}` : slug,
  };
  await updateTermRow(tx, after);
  const moved = after.path === before.path ? [] : await updateDescendantPaths(tx, taxonomy, before.id, after.path);
  const changedIds = [...[before.parent, parent].filter((id) => id !== 0), ...moved];
  await recordEvent(tx, { kind: 'term.updated', type: taxonomy.name, subject: before.id, tags: termTags(changedIds) });
  return after;
}

/**
 * Returns the ID of the new parent. If the submitted parent is the term itself or one of its descendants, the term moves to the
 * top level (0).
 */
async function resolveParent(
  tx: WriteHandle,
  call: Call<TermArgs>,
  taxonomy: Taxonomy,
  before: TermRow,
): Promise<number> {
  const parent = await parseParent(tx, call, taxonomy);
  if (parent === undefined || parent === 0) return parent ?? before.parent;
  return (await listTermsWithDescendants(tx, [before.id])).includes(parent) ? 0 : parent;
}

/**
 * Returns the new slug, which is the current one if no slug was submitted. Throws ApiError 400 `duplicate_term_slug` if the submitted
 * slug is taken and the term keeps its parent; in other cases, returns a free variant of a taken slug.
 */
async function resolveSlug(
  tx: WriteHandle,
  taxonomy: Taxonomy,
  before: TermRow,
  { slug, parent, name }: { readonly slug: TermArgs['slug']; readonly parent: number; readonly name: string },
): Promise<string> {
  const requestedSlug = parseSubmittedSlug(slug);
  if (requestedSlug === undefined) return before.slug;
  const slugRequest = { id: before.id, slug: requestedSlug || toSlug(name) || String(before.id), parent };
  await tx.lock(`term slugs ${taxonomy.name}`);
  const isTaken = (await findTermsBySlug(tx, slugRequest.slug)).some(
    (term) => term.taxonomy === taxonomy.name && term.id !== before.id,
  );
  if (isTaken && requestedSlug !== '' && parent === before.parent) {
    throw new ApiError('duplicate_term_slug', 400, 'This slug is already taken.');
  }
  return findFreeTermSlug(tx, taxonomy, slugRequest);
}
