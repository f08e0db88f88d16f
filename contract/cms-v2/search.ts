// Declares the search of the whole site (protocol.md §18).
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Args } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { type Context, enumOf, ids, ReadOnly, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** The types of search results. */
const searchTypes = ['post', 'term', 'post-format'] as const;

/** The value that stands for all subtypes. */
export const anySubtype = 'any';

const contexts: readonly Context[] = ['view', 'embed'];
const readonly = true;

/** Returns the names of the content types and taxonomies that the search covers. */
const subtypesOf = (types: readonly ContentType[], taxonomies: readonly Taxonomy[]): string[] => [
  ...types.filter(({ searched }) => searched).map(({ name }) => name),
  ...taxonomies.filter(({ hasPages }) => hasPages).map(({ name }) => name),
];

const searchFields = (subtypes: readonly string[]) => ({
  id: Type.Unsafe<number | string>({
    type: ['integer', 'string'],
    description: 'The ID of the entry or term, or the name of the post format.',
    context: contexts,
    readonly,
  }),
  title: ReadOnly.String('The title, as HTML for display.', contexts),
  url: ReadOnly.String('The public URL.', contexts, { format: 'uri' }),
  type: enumOf(searchTypes, { description: 'The type of the result.', context: contexts, readonly, isName: true }),
  subtype: enumOf(subtypes, {
    description: 'The content type or taxonomy; absent for a post format.',
    context: contexts,
    readonly,
    sometimes: true,
    isName: true,
  }),
});
export type SearchFields = ReturnType<typeof searchFields>;

const parametersFor = (subtypes: readonly string[]) => ({
  ...pagingParameters(),
  context: enumOf(['view', 'embed'], {
    description: 'The scope of the response: public fields (view), or the fields of embedded records (embed).',
    default: 'view',
    first: true,
  }),
  type: enumOf(searchTypes, { description: 'The type of results to search for.', default: 'post' }),
  subtype: Type.Unsafe<string[]>({
    description: 'Limits the results to entries of these content types, or to terms of these taxonomies.',
    type: 'array',
    items: { type: 'string', enum: [...subtypes, anySubtype], isName: true },
    default: anySubtype,
    check: 'search-subtypes',
  }),
  exclude: ids({ description: 'Excludes results with these IDs.', default: [] }),
  include: ids({ description: 'Limits the results to those with these IDs.', default: [] }),
});

const searchEndpoints = (subtypes: readonly string[]) =>
  declareEndpoints({
    search: {
      methods: ['GET'],
      description:
        'Searches the whole site for entries, terms or post formats, and returns a page of results. Response headers contain the total number of results and pages.',
      answers: 'list',
      permission: 'everyone',
      parameters: parametersFor(subtypes),
    },
  });
export type SearchEndpoints = ReturnType<typeof searchEndpoints>;

export type SearchArgs = Args<SearchEndpoints['search']['parameters']>;

/** The module with the code of this endpoint. */
export const searchModule: ModuleDeclaration<SearchEndpoints, SearchFields> = { name: 'search' };

/** Returns the resource of search results for these content types and taxonomies. */
export function searchResource(types: readonly ContentType[], taxonomies: readonly Taxonomy[]): Resource<SearchFields> {
  const subtypes = subtypesOf(types, taxonomies);
  return {
    title: 'search-result',
    namespace: 'cms/v2',
    module: searchModule,
    fields: searchFields(subtypes),
    links: [
      {
        rel: 'self',
        href: '/{rest_namespace}/{rest_base}/{id}',
        names: ['rest_namespace', 'rest_base'],
        embeddable: true,
        when: 'rest_base',
      },
      { rel: 'about', href: '/cms/v2/{group}/{name}', names: ['name'], when: 'name' },
      { rel: 'collection', href: '/cms/v2/search' },
    ],
    routes: [{ path: '/cms/v2/search', parameters: {}, endpoints: [searchEndpoints(subtypes).search] }],
  };
}
