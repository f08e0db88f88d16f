// Reads terms of taxonomies anonymously through the API, so that only public terms are found.
import { ApiError, type ExtensionServices, makeRequest, toText } from 'octavo/extension';

/** A term, as listed by the API. */
export interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parent?: number;
  readonly count: number;
}

/** Returns the IDs of the selected terms of a taxonomy. */
export const selectedIds = (selected: Readonly<Record<string, readonly number[]>>, taxonomy: string): Set<number> =>
  new Set(Object.hasOwn(selected, taxonomy) ? selected[taxonomy] : []);

/** Maximum number of selected terms per taxonomy. */
const maxTerms = 1000;

async function requestJson(
  services: ExtensionServices,
  path: string,
): Promise<{ status: number; pages: number; body: unknown }> {
  const { status, headers, body } = await services.dispatch(makeRequest('GET', path));
  return { status, pages: Number(headers['X-CMS-TotalPages'] ?? 0), body: JSON.parse(toText(body ?? 'null')) };
}

/** Returns the path of the term list of a taxonomy; undefined if there is no public taxonomy with this name. */
async function findTermsPath(services: ExtensionServices, taxonomy: string): Promise<string | undefined> {
  if (!/^[\w-]+$/.test(taxonomy)) return undefined;
  const { status, body } = await requestJson(services, `/cms/v2/taxonomies/${taxonomy}`);
  const { rest_base: base, rest_namespace: namespace = 'cms/v2' } = body as Record<string, string>;
  return status === 200 ? `/${namespace}/${base}` : undefined;
}

/**
 * Returns all terms of a taxonomy, sorted by name.
 *
 * Throws ApiError 404 `age_check_unknown_taxonomy`, and 400 `age_check_too_many_terms` if there are more terms than can be selected.
 */
export async function loadTerms(services: ExtensionServices, taxonomy: string): Promise<Term[]> {
  const path = await findTermsPath(services, taxonomy);
  if (path === undefined) throw new ApiError('age_check_unknown_taxonomy', 404, 'No public taxonomy with this name.');
  const terms: Term[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await requestJson(services, `${path}?per_page=100&page=${page}&_fields=id,name,slug,parent,count`);
    pages = found.pages;
    if (pages * 100 > maxTerms + 99)
      throw new ApiError(
        'age_check_too_many_terms',
        400,
        `This taxonomy has more than ${maxTerms} terms; select them individually.`,
      );
    terms.push(...(found.body as Term[]));
  }
  return terms;
}

/** Whether an entry has at least one of the given terms. An entry that does not exist or is not public has none. */
export async function hasAnyTerm(
  services: ExtensionServices,
  entry: number,
  selected: Readonly<Record<string, readonly number[]>>,
): Promise<boolean> {
  for (const [taxonomy, ids] of Object.entries(selected)) {
    const path = ids.length > 0 ? await findTermsPath(services, taxonomy) : undefined;
    if (path === undefined) continue;
    const termIds = new Set(ids);
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = await requestJson(services, `${path}?post=${entry}&per_page=100&page=${page}&_fields=id`);
      if (found.status !== 200) break;
      if ((found.body as { id: number }[]).some(({ id }) => termIds.has(id))) return true;
      pages = found.pages;
    }
  }
  return false;
}
