// Search over the whole site (protocol.md §18).
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import type { Args } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { type Context, ids, Type, words } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** The operations of the room `search`; each is a file of that name there. */
export const searchOperations = ['search'] as const;

/** The rules that its route names. */
export const searchPermissions = ['everyone'] as const;

/** What can be searched for. */
export const searchedKinds = ['post', 'term', 'post-format'] as const;

/** Every subtype there is, whatever the kind. */
export const anySubtype = 'any';

const contexts: readonly Context[] = ['view', 'embed'];
const readonly = true;

/** The content types and taxonomies that are searched: those that readers meet. */
const subtypesOf = (types: readonly ContentType[], taxonomies: readonly Taxonomy[]): string[] => [
  ...types.filter(({ searched }) => searched).map(({ name }) => name),
  ...taxonomies.filter(({ hasPages }) => hasPages).map(({ name }) => name),
];

const searchFields = (subtypes: readonly string[]) => ({
  id: Type.Unsafe<number | string>({
    type: ['integer', 'string'],
    description: 'The number of what was found; of a format its name.',
    context: contexts,
    readonly,
  }),
  title: Type.String({ description: 'Its title, as HTML for display.', context: contexts, readonly }),
  url: Type.String({ description: 'Its public address.', format: 'uri', context: contexts, readonly }),
  type: words(searchedKinds, { description: 'What it is.', context: contexts, readonly, isName: true }),
  subtype: words(subtypes, {
    description: 'Its content type or taxonomy; absent for a format.',
    context: contexts,
    readonly,
    sometimes: true,
    isName: true,
  }),
});

const parametersFor = (subtypes: readonly string[]) => ({
  ...pagingParameters(),
  context: words(['view', 'embed'], {
    description: 'How much is shown: what readers see, or what other records embed.',
    default: 'view',
    first: true,
  }),
  type: words(searchedKinds, { description: 'What to search for.', default: 'post' }),
  subtype: Type.Unsafe<string[]>({
    description: 'Only results of these content types or taxonomies.',
    type: 'array',
    items: { type: 'string', enum: [...subtypes, anySubtype], isName: true },
    default: anySubtype,
    check: 'search-subtypes',
  }),
  exclude: ids({ description: 'Without these.', default: [] }),
  include: ids({ description: 'Only these.', default: [] }),
});

export type SearchArgs = Args<ReturnType<typeof parametersFor>>;

/** The resource of what a search finds among these content types and taxonomies. */
export function searchResource(types: readonly ContentType[], taxonomies: readonly Taxonomy[]): Resource {
  const subtypes = subtypesOf(types, taxonomies);
  return {
    title: 'search-result',
    namespace: 'cms/v2',
    room: 'search',
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
    routes: [
      {
        path: '/cms/v2/search',
        parameters: {},
        endpoints: [
          {
            methods: ['GET'],
            operation: 'search',
            description:
              'Returns a page of what on the whole site contains a text: entries, terms or formats. The headers tell how many there are.',
            answers: 'list',
            permission: 'everyone',
            parameters: parametersFor(subtypes),
          },
        ],
      },
    ],
  };
}
