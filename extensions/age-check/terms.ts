// Reads the terms of public taxonomies.
import { ApiError, type ContentTerm, type ExtensionServices } from 'octavo/extension';

/** Returns the IDs of the selected terms of a taxonomy. */
export const selectedIds = (selected: Readonly<Record<string, readonly number[]>>, taxonomy: string): Set<number> =>
  new Set(Object.hasOwn(selected, taxonomy) ? selected[taxonomy] : []);

/** Maximum number of selected terms per taxonomy. */
const maxTerms = 1000;

/**
 * Returns all terms of a taxonomy, sorted by name.
 *
 * Throws ApiError 404 `age_check_unknown_taxonomy`, and 400 `age_check_too_many_terms` if there are more terms than can be selected.
 */
export async function loadTerms({ content }: ExtensionServices, taxonomy: string): Promise<ContentTerm[]> {
  if (!content.hasPublicTaxonomy(taxonomy))
    throw new ApiError('age_check_unknown_taxonomy', 404, 'No public taxonomy with this name.');
  const terms = await content.listTerms(taxonomy, maxTerms + 1);
  if (terms.length <= maxTerms) return terms;
  throw new ApiError(
    'age_check_too_many_terms',
    400,
    `This taxonomy has more than ${maxTerms} terms; select them individually.`,
  );
}

/** Whether an entry has at least one of the given terms. An entry that does not exist or is not public has none. */
export async function hasAnyTerm(
  { content }: ExtensionServices,
  entry: number,
  selected: Readonly<Record<string, readonly number[]>>,
): Promise<boolean> {
  const found = await content.findTermIds(entry);
  return Object.entries(selected).some(
    ([taxonomy, ids]) =>
      content.hasPublicTaxonomy(taxonomy) && found.get(taxonomy)?.some((id) => ids.includes(id)) === true,
  );
}
