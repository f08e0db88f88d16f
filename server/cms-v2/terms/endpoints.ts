// Implements the endpoints of terms (categories, tags, and terms of custom taxonomies).

import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { type TermFields, termsModule } from '../../../contract/shared/terms.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { postTag, termCountsTag, termTag } from '../../http/cache-tags.ts';
import { implement } from '../../http/implement.ts';
import type { Call, Embedded, EmbedReader, Module, Presenter } from '../../http/module.ts';
import { readEmbeds } from '../../http/read-embeds.ts';
import { parseSubmittedSlug, toSlug } from '../../rendering/slug.ts';
import { applySettings, forbiddenErrors as entryDenials, passes, readCondition } from '../entries/conditions.ts';
import { termTags } from '../entries/event-tags.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { findEntriesOfAnyType } from '../entries/store.ts';
import { countTerms, listTermsWithDescendants, lockTermCounts } from '../entries/terms-store.ts';
import { composeColumns, presentColumns } from '../plain-columns.ts';
import { requireForce } from '../require-force.ts';
import { forbiddenErrors } from './conditions.ts';
import { type TermArgs, type TermDeps, type TermHook, type TermOperations, taxonomyOf } from './deps.ts';
import { listTerms } from './list-terms.ts';
import { lockTerm } from './lock-term.ts';
import { defineTermPermissions } from './permissions.ts';
import { saveNewTerm } from './save-new-term.ts';
import {
  deleteTermRow,
  findChildTerms,
  findEntriesWithOnlyTerm,
  findTerm,
  findTermsById,
  findTermsByName,
  findTermsBySlug,
  findTermsOfEntries,
  replaceTermOfEntries,
  type TermRow,
  updateTermPath,
  updateTermRow,
} from './store.ts';
import {
  cleanDescription,
  cleanName,
  type DescriptionColumns,
  parseDescription,
  parseParent,
  updateDescendantPaths,
} from './term-args.ts';
import { findFreeTermSlug } from './term-slugs.ts';
import { termUrl } from './urls.ts';

// Reads terms for embedding in the records that link to them (protocol.md §7.3).

/** Returns two embed readers for each taxonomy: one for terms by ID, and one for the terms of an entry. */
const termEmbeds = (deps: TermDeps): EmbedReader[] =>
  [...deps.contract.taxonomies.values()].flatMap((taxonomy) => {
    const resource = deps.contract.resources.get(taxonomy.name);
    const base = `/${taxonomy.restNamespace}/${taxonomy.restBase}`;
    if (!resource) return [];
    return [
      { target: `${base}/<id>`, resource, read: readTerms(deps, taxonomy) },
      { target: `${base}?post=<id>`, resource, read: readTermsOfEntries(deps, taxonomy) },
    ];
  });

const notFoundError = { code: 'rest_term_invalid', message: 'No term with this ID.', status: 404 };

const readTerms = ({ database }: TermDeps, taxonomy: Taxonomy) =>
  readEmbeds({ find: (ids) => findTermsById(database.read, taxonomy.name, ids), missing: notFoundError });

/** Maximum number of embedded terms of an entry; equals the maximum page size (protocol.md §7.3). */
const maxEmbedded = 100;

/** Returns an embed reader of the terms of entries. It returns an error for entries that are missing or not readable for the caller. */
const readTermsOfEntries =
  ({ database, contract, site: { settings } }: TermDeps, taxonomy: Taxonomy): EmbedReader['read'] =>
  async (values, { actor }) => {
    const ids = values.map(Number);
    const entries = new Map((await findEntriesOfAnyType(database.read, ids)).map((entry) => [entry.id, entry]));
    const terms = Map.groupBy(await findTermsOfEntries(database.read, taxonomy.name, ids), (term) => term.entry_id);
    const embed = (id: number): Embedded => {
      const entry = entries.get(id);
      const type = entry && contract.types.get(entry.type);
      if (!entry || !type) return { forbidden: { ...entryDenials.read, code: 'rest_post_invalid_id', status: 400 } };
      return passes(readCondition, actor, applySettings(type, settings.values), entry)
        ? { rows: (terms.get(id) ?? []).slice(0, maxEmbedded) }
        : { forbidden: forbiddenErrors.hiddenEntry };
    };
    return new Map(values.map((value) => [value, embed(Number(value))]));
  };

// Presents terms as JSON records (terms-menus-and-blocks.md §1.1).

type TermPresenter = Presenter<TermFields, TermRow, undefined>;

/** Returns the presenter of the terms of all taxonomies. */
function termPresenter(deps: TermDeps): TermPresenter {
  const { contract, site } = deps;
  const { urls } = site;
  const fields: TermPresenter['fields'] = {
    id: (row) => row.id,
    description: (row) => row.description,
    link: (row, _prepared, { call }) => termUrl(row, contract.taxonomies.get(row.taxonomy), urls.front, call.spelling),
    name: (row) => row.name,
    slug: (row) => row.slug,
    taxonomy: (row) => row.taxonomy,
    parent: (row) => row.parent,
    meta: () => ({}),
    ...presentColumns('terms', (row: TermRow) => row),
  };
  return {
    prepare: async () => undefined,
    fields,
    facts: ({ id, parent }) => ({ id, parent }),
    cacheTags: {
      ofRecord: ({ id, parent }, _prepared, { projection }) => [
        termTag(id),
        ...(parent === 0 ? [] : [termTag(parent)]),
        ...(projection.fieldNames.has('count') ? [termCountsTag] : []),
      ],
      ofList: (call) => {
        const { post } = call.args;
        // The terms of an entry can be read if it can.
        return [taxonomyOf(deps, call).restBase, termCountsTag, ...(typeof post === 'number' ? [postTag(post)] : [])];
      },
    },
    dependsOnRowAlone: () => true,
  };
}

// GET /…/<id>: returns a term.

/** Responds with the term that the permission has loaded. */
const getTerm = (): TermOperations['get-term'] => ({ run: async (_call, row) => ({ kind: 'record', row }) });

// POST /cms/v2/categories, /cms/v2/tags and other taxonomies: creates a term (terms-menus-and-blocks.md §1.2, §1.3, §1.5).

/** Creates a term and responds 201 with it in the edit context. */
function createTerm(deps: TermDeps): TermOperations['create-term'] {
  return {
    async run(call) {
      const taxonomy = taxonomyOf(deps, call);
      const descriptionColumns = (await parseDescription(deps, call)) ?? cleanDescription('');
      const row = await deps.database.transaction((tx) => insertUniqueTerm(tx, call, taxonomy, descriptionColumns));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}

async function insertUniqueTerm(
  tx: WriteHandle,
  call: Call<TermArgs>,
  taxonomy: Taxonomy,
  descriptionColumns: DescriptionColumns,
): Promise<TermRow> {
  const parent = (await parseParent(tx, call, taxonomy)) ?? 0;
  const nameColumns = cleanName(call.args.name ?? '');
  const requestedSlug = parseSubmittedSlug(call.args.slug) ?? '';
  await tx.lock(`term slugs ${taxonomy.name}`);
  const existing = await findDuplicate(tx, taxonomy, { ...nameColumns, slug: requestedSlug, parent });
  if (existing) {
    throw new ApiError('term_exists', 400, `Another ${taxonomy.noun.one} already has this name.`, {
      data: { term_id: existing.id },
      additionalData: [existing.id, existing.id],
    });
  }
  const plain = composeColumns('terms', { args: call.args });
  return saveNewTerm(tx, taxonomy, { ...plain, ...nameColumns, ...descriptionColumns, parent }, requestedSlug);
}

/**
 * Returns the existing term that a new term would duplicate, ignoring case (terms-menus-and-blocks.md §1.5); undefined if there
 * is none.
 */
async function findDuplicate(
  tx: WriteHandle,
  { name: taxonomy, hierarchical }: Taxonomy,
  newTerm: { name: string; name_key: string; slug: string; parent: number },
): Promise<TermRow | undefined> {
  const isSibling = (term: TermRow) => !hierarchical || term.parent === newTerm.parent;
  const sameNameTerms = (await findTermsByName(tx, taxonomy, newTerm.name_key)).filter(isSibling);
  const sameName = sameNameTerms.find((term) => term.name.toLowerCase() === newTerm.name.toLowerCase());
  if (!sameName) return undefined;
  const slug = newTerm.slug || toSlug(newTerm.name);
  const sameSlug = (await findTermsBySlug(tx, slug)).find((term) => term.taxonomy === taxonomy);
  const isSameSlug = newTerm.slug === '' || sameName.slug === slug;
  if (!isSameSlug && !sameSlug) return undefined;
  if (!hierarchical) return sameName;
  if (isSameSlug && sameNameTerms.some((term) => term.name === newTerm.name)) return sameName;
  return sameSlug && isSibling(sameSlug) ? sameSlug : undefined;
}

// POST, PUT and PATCH /…/<id>: update the submitted fields of a term (terms-menus-and-blocks.md §1.2, §1.3, §1.8).

/** Updates a term and responds with it in the edit context. */
function updateTerm(deps: TermDeps): TermOperations['update-term'] {
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

// DELETE /…/<id>: deletes a term permanently (terms-menus-and-blocks.md §1.8).

/** Deletes a term and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`. */
function deleteTerm(deps: TermDeps, hooks: readonly TermHook[]): TermOperations['delete-term'] {
  return {
    async run(call, loadedTerm) {
      const taxonomy = taxonomyOf(deps, call);
      requireForce(call, 'Terms');
      const deleteStored = () =>
        deps.database.transaction(async (tx) => {
          await tx.share(usersLock);
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
  const published = uncategorized.filter((entry) => entry.status === 'publish').length;
  await countTerms(tx, new Map([[defaultCategory, published]]));
  return [defaultCategory];
}

/** Returns the module of terms. The hooks run when a term is deleted, in their order. */
export function termsEndpoints(deps: TermDeps, hooks: readonly TermHook[]): Module {
  return implement(termsModule, {
    permissions: defineTermPermissions(deps),
    operations: {
      'list-terms': listTerms(deps),
      'get-term': getTerm(),
      'create-term': createTerm(deps),
      'update-term': updateTerm(deps),
      'delete-term': deleteTerm(deps, hooks),
    },
    presenter: termPresenter(deps),
    embeds: termEmbeds(deps),
  });
}
