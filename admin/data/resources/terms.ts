// Reads and writes the terms of taxonomies.
import { textOf } from '../../ui/text-of.ts';
import type { Taxonomy } from '../bootstrap.ts';
import { type Page, type QueryValue, type RequestOptions, readPage, send } from '../client.ts';
import { collectionPath } from '../records.ts';

/** The methods that the user may use with a term, and its version. */
interface TargetHints {
  readonly allow?: readonly string[];
  readonly etag?: string;
}

/** A term in the edit context. The name and the description are HTML. */
export interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** The ID of the parent; 0 for none. Missing in taxonomies without trees. */
  readonly parent?: number;
  /** The number of published entries. */
  readonly count: number;
  readonly link: string;
  readonly _links: { readonly self?: readonly { readonly targetHints?: TargetHints }[] };
  readonly _embedded?: { readonly up?: readonly { readonly name?: string }[] };
}

/** The fields of a term that the user may edit. */
export interface TermFields {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly parent: number;
}

/** Returns the name of a term as text. */
export const nameOf = ({ name }: Pick<Term, 'name'>): string => textOf(name);

/** Returns the name of the parent of a term, as text; empty if it has none. */
export const parentNameOf = ({ _embedded }: Term): string => textOf(_embedded?.up?.[0]?.name ?? '');

const hintsOf = ({ _links }: Term): TargetHints => _links.self?.[0]?.targetHints ?? {};

/** Whether the user may delete a term. The default category cannot be deleted. */
export const isDeletable = (term: Term): boolean => hintsOf(term).allow?.includes('DELETE') === true;

/** Reads one page of the terms of a taxonomy, with their parents. Throws ApiError. */
export const listTerms = (
  taxonomy: Taxonomy,
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Page<Term>> =>
  readPage(
    collectionPath(taxonomy),
    { context: 'edit', _etags: true, _embed: taxonomy.hierarchical ? ['up'] : undefined, ...query },
    signal,
  );

/** The number of terms that are read with one request. */
const perRequest = 100;

/** Maximum number of terms of a tree, which is read as a whole. */
const maxTreeSize = 1000;

/** Reads all terms of a taxonomy, in the order of their names; undefined if there are more than 1000. Throws ApiError. */
export async function readAllTerms(taxonomy: Taxonomy, signal?: AbortSignal): Promise<readonly Term[] | undefined> {
  const query = (page: number) => ({ page, per_page: perRequest, orderby: 'name', _embed: undefined });
  const first = await listTerms(taxonomy, query(1), signal);
  if (first.total > maxTreeSize) return undefined;
  const others = Array.from({ length: Math.max(0, first.pages - 1) }, (_each, at) =>
    listTerms(taxonomy, query(at + 2), signal),
  );
  return [first, ...(await Promise.all(others))].flatMap(({ items }) => items);
}

/** Reads a term. Throws ApiError. */
export async function readTerm(taxonomy: Taxonomy, id: number): Promise<Term> {
  const { data, headers } = await send<Term>(`${collectionPath(taxonomy)}/${id}`, { query: { context: 'edit' } });
  return withVersion(data, headers);
}

/** Returns the number of terms directly below a term, except for those with the IDs in `exclude`. Throws ApiError. */
export async function countChildren(taxonomy: Taxonomy, id: number, exclude: readonly number[]): Promise<number> {
  if (!taxonomy.hierarchical) return 0;
  const { total } = await readPage(collectionPath(taxonomy), { parent: id, exclude, per_page: 1, _fields: ['id'] });
  return total;
}

/** Creates a term. Throws ApiError; its code is `term_exists` if there is a term with the same name. */
export async function createTerm(taxonomy: Taxonomy, fields: Partial<TermFields>): Promise<Term> {
  const { data, headers } = await send<Term>(collectionPath(taxonomy), { method: 'POST', body: fields });
  return withVersion(data, headers);
}

/** Changes a term. Throws ApiError; 412 if it was changed since it was read. */
export async function updateTerm(taxonomy: Taxonomy, term: Term, changes: Partial<TermFields>): Promise<Term> {
  const { data, headers } = await send<Term>(`${collectionPath(taxonomy)}/${term.id}`, {
    ...{ method: 'POST', body: changes, ...matching(term) },
  });
  return withVersion(data, headers);
}

/** Deletes a term permanently. Throws ApiError; 412 if it was changed since it was read. */
export async function deleteTerm(taxonomy: Taxonomy, term: Term): Promise<void> {
  await send(`${collectionPath(taxonomy)}/${term.id}`, { method: 'DELETE', query: { force: true }, ...matching(term) });
}

/** Replaces a term with another one everywhere and deletes it. Throws ApiError; 412 if it was changed since it was read. */
export async function mergeTerm(term: Term, into: number): Promise<void> {
  await send(`/octavo/v1/terms/${term.id}/merge`, { method: 'POST', body: { into }, ...matching(term) });
}

/** Returns the option that limits a request to the version of the term that the user has seen. */
function matching(term: Term): Pick<RequestOptions, 'ifMatch'> {
  const { etag } = hintsOf(term);
  return etag === undefined ? {} : { ifMatch: etag };
}

/** Returns a term with the version that a response contains, where lists have it. */
function withVersion(term: Term, headers: Headers): Term {
  const etag = headers.get('ETag');
  const [self] = term._links.self ?? [];
  const hints = { ...self?.targetHints, ...(etag !== null && { etag }) };
  return { ...term, _links: { ...term._links, self: [{ ...self, targetHints: hints }] } };
}
