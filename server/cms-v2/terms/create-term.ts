// POST /cms/v2/categories, /cms/v2/tags and other taxonomies: creates a term (terms-menus-and-blocks.md §1.2, §1.3, §1.5).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { parseSubmittedSlug, toSlug } from '../../rendering/slug.ts';
import { composeColumns } from '../plain-columns.ts';
import { type TermDeps, taxonomyOf } from './deps.ts';
import type { TermArgs, TermOperations } from './operations.ts';
import { saveNewTerm } from './save-new-term.ts';
import { findTermsByName, findTermsBySlug, type TermRow } from './store.ts';
import { cleanDescription, cleanName, type DescriptionColumns, parseDescription, parseParent } from './term-args.ts';

/** Creates a term and responds 201 with it in the edit context. */
export function createTerm(deps: TermDeps): TermOperations['create-term'] {
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
