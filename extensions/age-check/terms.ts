// The terms of a taxonomy, asked for as anybody may ask.
import { type ExtensionServices, makeRequest, Refusal, textOf } from 'octavo/extension';

/** A term as lists of it show it. */
export interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parent?: number;
  readonly count: number;
}

/** The numbers that are selected of a taxonomy, whatever it is called. */
export const selectedOf = (selected: Readonly<Record<string, readonly number[]>>, taxonomy: string): Set<number> =>
  new Set(Object.hasOwn(selected, taxonomy) ? selected[taxonomy] : []);

/** As many terms as may be selected of one taxonomy. */
export const mostTerms = 1000;

async function read(
  services: ExtensionServices,
  address: string,
): Promise<{ status: number; pages: number; body: unknown }> {
  const { status, headers, body } = await services.dispatch(makeRequest('GET', address));
  return { status, pages: Number(headers['X-CMS-TotalPages'] ?? 0), body: JSON.parse(textOf(body ?? 'null')) };
}

/** Where the terms of a taxonomy are listed; undefined where there is none of this name that everybody may see. */
async function addressOf(services: ExtensionServices, taxonomy: string): Promise<string | undefined> {
  if (!/^[\w-]+$/.test(taxonomy)) return undefined;
  const { status, body } = await read(services, `/cms/v2/taxonomies/${taxonomy}`);
  const { rest_base: base, rest_namespace: namespace = 'cms/v2' } = body as Record<string, string>;
  return status === 200 ? `/${namespace}/${base}` : undefined;
}

/** All terms of a taxonomy, by name. Throws Refusal 404 where there is none, 400 where it has more than may be selected. */
export async function termsOf(services: ExtensionServices, taxonomy: string): Promise<Term[]> {
  const address = await addressOf(services, taxonomy);
  if (address === undefined)
    throw new Refusal(
      'age_check_unknown_taxonomy',
      404,
      'There is no taxonomy of this name whose terms could be selected.',
    );
  const terms: Term[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await read(services, `${address}?per_page=100&page=${page}&_fields=id,name,slug,parent,count`);
    pages = found.pages;
    if (pages * 100 > mostTerms + 99)
      throw new Refusal(
        'age_check_too_many_terms',
        400,
        `This taxonomy has more than ${mostTerms} terms; select them one by one.`,
      );
    terms.push(...(found.body as Term[]));
  }
  return terms;
}

/** Whether an entry carries one of these terms. An entry that is not there, or not public, carries none. */
export async function carriesOne(
  services: ExtensionServices,
  entry: number,
  selected: Readonly<Record<string, readonly number[]>>,
): Promise<boolean> {
  for (const [taxonomy, ids] of Object.entries(selected)) {
    const address = ids.length > 0 ? await addressOf(services, taxonomy) : undefined;
    if (address === undefined) continue;
    const wanted = new Set(ids);
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = await read(services, `${address}?post=${entry}&per_page=100&page=${page}&_fields=id`);
      if (found.status !== 200) break;
      if ((found.body as { id: number }[]).some(({ id }) => wanted.has(id))) return true;
      pages = found.pages;
    }
  }
  return false;
}
