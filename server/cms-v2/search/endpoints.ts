// Implements the endpoint of the site search: permission, parameter checks and presenter (protocol.md §18).
import { type SearchFields, searchModule } from '../../../contract/cms-v2/search.ts';
import type { DescribedType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { implement } from '../../http/implement.ts';
import type { Facts, Module, ParameterCheckFactory, Presenter } from '../../http/module.ts';
import { check, maxListItems } from '../../http/parameters/check.ts';
import { toList } from '../../http/parameters/conversions.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { toSlug } from '../../rendering/slug.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import { findRawText } from '../entries/store.ts';
import { titleOf as titleOfEntry } from '../entries/texts.ts';
import { entryUrl } from '../entries/urls.ts';
import { termUrl } from '../terms/urls.ts';
import { type SearchDeps, type SearchResult, search } from './search.ts';

/** Parameter checks, keyed by the names that the contract uses. Subtypes are compared in lower case, like slugs. */
const searchChecks: Record<string, ParameterCheckFactory> = {
  'search-subtypes': () => (value, name, schema) => {
    const slugs = toList(value, maxListItems)?.map((each) =>
      typeof each === 'string' ? toSlug(each.toLowerCase()) : each,
    );
    return check(schema, slugs ?? value, name);
  },
};

/** Data loaded for all results at once. */
interface Prepared {
  /** Titles that were rendered again because an older version of the renderer had produced the stored ones, keyed by entry ID. */
  readonly titles: ReadonlyMap<number, string>;
  readonly hiddenPaths: HiddenPaths;
}

type SearchPresenter = Presenter<SearchFields, SearchResult, Prepared>;

function searchPresenter(deps: SearchDeps): SearchPresenter {
  const { contract } = deps;
  const typeOfResult = (
    result: SearchResult,
  ): Pick<DescribedType | Taxonomy, 'name' | 'restBase' | 'restNamespace'> | undefined =>
    result.kind === 'post-format'
      ? undefined
      : (contract.types.get(nameOf(result)) ?? contract.taxonomies.get(nameOf(result)));
  const fields: SearchPresenter['fields'] = {
    id: (result) => (result.kind === 'post-format' ? result.format : result.row.id),
    title: titleOf,
    url: (result, { hiddenPaths }) => urlOf(deps, result, hiddenPaths),
    type: (result) => (result.kind === 'term' ? result.row.taxonomy : result.kind),
    subtype: (result) => (result.kind === 'post' ? result.row.type : undefined),
  };
  return {
    prepare: async (rows, { projection: { fieldNames } }) => ({
      titles: await freshTitles(deps, fieldNames.has('title') ? rows : []),
      hiddenPaths: await findHiddenPaths(deps.database.read, fieldNames.has('url') ? entriesOf(rows) : []),
    }),
    fields,
    facts: (result): Facts => {
      const resource = typeOfResult(result);
      if (!resource || result.kind === 'post-format') return {};
      const { restNamespace, restBase, name } = resource;
      const group = result.kind === 'post' ? 'types' : 'taxonomies';
      return { rest_namespace: restNamespace, rest_base: restBase, id: result.row.id, group, name };
    },
    selfOf: (result) => {
      const resource = contract.resources.get(nameOf(result));
      return resource && result.kind !== 'post-format' ? { resource, row: result.row } : undefined;
    },
  };
}

const entriesOf = (rows: readonly SearchResult[]) =>
  rows.flatMap((result) => (result.kind === 'post' ? [result.row] : []));

/** Returns the name of the content type or taxonomy of a result; empty for post formats. */
const nameOf = (result: SearchResult): string =>
  result.kind === 'post' ? result.row.type : result.kind === 'term' ? result.row.taxonomy : '';

/** Returns the title of a result: the rendered title of an entry, the name of a term, or the capitalized name of a format. */
function titleOf(result: SearchResult, { titles }: Prepared): string {
  if (result.kind === 'post') return titles.get(result.row.id) ?? result.row.title_rendered;
  return result.kind === 'term' ? result.row.name : result.format.replace(/^./, (letter) => letter.toUpperCase());
}

function urlOf({ contract, site }: SearchDeps, result: SearchResult, hidden: HiddenPaths): string {
  if (result.kind === 'post-format') return `${site.urls.front}/type/${result.format}/`;
  if (result.kind === 'term') return termUrl(result.row, contract.taxonomies.get(result.row.taxonomy), site.urls.front);
  const type = contract.types.get(result.row.type);
  return type ? entryUrl(result.row, type, site, hidden) : '';
}

async function freshTitles({ database }: SearchDeps, rows: readonly SearchResult[]): Promise<Prepared['titles']> {
  const stale = new Map(
    rows.flatMap((result) =>
      result.kind === 'post' && result.row.renderer !== RENDERER_VERSION ? [[result.row.id, result.row] as const] : [],
    ),
  );
  const texts = stale.size === 0 ? [] : await findRawText(database.read, [...stale.keys()]);
  return new Map(
    texts.flatMap(({ id, title }) => {
      const row = stale.get(id);
      return row ? [[id, titleOfEntry({ ...row, title })]] : [];
    }),
  );
}

/** Returns the module of the site search. */
export function searchEndpoints(deps: SearchDeps): Module {
  return implement(searchModule, {
    permissions: {},
    operations: { search: search(deps) },
    checks: searchChecks,
    presenter: searchPresenter(deps),
  });
}
