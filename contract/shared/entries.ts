// Declares the resource of a content type: fields, links and routes (specification: Posts; posts-and-pages.md §2, §3).
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { type Args, contextParameter, forceParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import { editOnly, ids, Type } from '../grammar/schema.ts';
import { type EntryFields, entryFields } from './entry-fields.ts';
import { entryListParameters } from './entry-parameters.ts';

/** Returns the resource of a content type. `taxonomies` are those whose terms its entries can have. */
export function entryResource(type: ContentType, taxonomies: readonly Taxonomy[]): Resource<EntryFields> {
  const fields = entryFields(type, taxonomies);
  return {
    title: type.name,
    noun: type.noun,
    namespace: type.restNamespace,
    type: type.name,
    module: entriesModule,
    fields,
    links: entryLinks(type, taxonomies),
    routes: entryRoutes(type, entryEndpoints(type, taxonomies, fields)),
  };
}

const entryEndpoints = (type: ContentType, taxonomies: readonly Taxonomy[], fields: EntryFields) =>
  declareEndpoints({
    'list-entries': { permission: 'list-entries', parameters: entryListParameters(type, taxonomies), batch: true },
    'create-entry': { permission: 'create-entry', parameters: writable(fields, 'create'), batch: true },
    'get-entry': {
      permission: 'read-entry',
      parameters: {
        context: contextParameter,
        ...(type.supports.includes('excerpt') && { excerpt_length: excerptLength }),
        password: optional(Type.String({ description: `The password of the ${type.noun.one}, if it has one.` })),
      },
      batch: true,
    },
    'update-entry': { permission: 'edit-entry', parameters: writable(fields, 'change'), batch: true },
    'delete-entry': { permission: 'delete-entry', parameters: { force: forceParameter() }, batch: true },
  });
export type EntryEndpoints = ReturnType<typeof entryEndpoints>;

/** The module with the code of these endpoints. */
export const entriesModule: ModuleDeclaration<EntryEndpoints, EntryFields> = { name: 'entries' };

/** The arguments for creating or updating an entry. Term IDs, whose parameters are named after taxonomies, are not part of the type. */
export type EntryArgs = Args<EntryEndpoints['update-entry']['parameters']>;

/** The arguments of the list operation. Arguments for parameters that the type does not declare are absent. */
export type EntryListArgs = Args<EntryEndpoints['list-entries']['parameters']>;

function entryRoutes(type: ContentType, endpoints: EntryEndpoints): Route[] {
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const id = Type.Integer({ description: `The ID of the ${type.noun.one}.` });
  return [
    {
      path: collection,
      parameters: {},
      endpoints: [endpoints['list-entries'], endpoints['create-entry']],
    },
    {
      path: `${collection}/<id>`,
      parameters: { id: optional(id) },
      endpoints: [endpoints['get-entry'], endpoints['update-entry'], endpoints['delete-entry']],
    },
  ];
}

/** The parameter that limits the number of words in generated excerpts (posts-and-pages.md §11). */
const excerptLength = optional(Type.Integer({ description: 'Maximum number of words in a generated excerpt.' }));

function entryLinks(type: ContentType, taxonomies: readonly Taxonomy[]): Link[] {
  const root = `/${type.restNamespace}`;
  const collection = `${root}/${type.restBase}`;
  const has = (feature: ContentType['supports'][number]) => type.supports.includes(feature);
  const links: (Link | false)[] = [
    { rel: 'self', href: `${collection}/{id}` },
    { rel: 'collection', href: collection },
    { rel: 'about', href: `${root}/types/${type.name}` },
    has('author') && { rel: 'author', href: `${root}/users/{author}`, embeddable: true, when: 'author' },
    has('comments') && { rel: 'replies', href: `${root}/comments?post={id}`, embeddable: true },
    has('revisions') && {
      rel: 'version-history',
      href: `${collection}/{id}/revisions`,
      members: { count: '{revision_count}' },
    },
    has('revisions') && {
      rel: 'predecessor-version',
      href: `${collection}/{id}/revisions/{latest_revision}`,
      members: { id: '{latest_revision}' },
      when: 'latest_revision',
    },
    type.hierarchical && { rel: 'up', href: `${collection}/{parent}`, embeddable: true, when: 'parent' },
    has('thumbnail') && {
      rel: 'cms:featuredmedia',
      href: `${root}/media/{featured_media}`,
      embeddable: true,
      when: 'featured_media_readable',
    },
    { rel: 'cms:attachment', href: `${root}/media?parent={id}` },
    ...taxonomies.map(
      (each): Link => ({
        rel: 'cms:term',
        href: `/${each.restNamespace}/${each.restBase}?post={id}`,
        embeddable: true,
        members: { taxonomy: each.name },
      }),
    ),
    ...entryActions(type, taxonomies, `${collection}/{id}`),
  ];
  return links.filter((link) => link !== false);
}

/** Returns the links for actions on an entry. Only the edit context includes them, if the caller may act (posts-and-pages.md §2, Links). */
export function entryActions(type: ContentType, taxonomies: readonly Taxonomy[], href: string): Link[] {
  const actionLink = (rel: string, when: string, title: string, properties: Record<string, object>): Link => ({
    rel: `cms:action-${rel}`,
    href,
    when,
    contexts: editOnly,
    action: { title, properties },
  });
  const publicStatuses = { type: 'string', enum: ['publish', 'future'] };
  const terms = taxonomies.flatMap((each) => [
    actionLink(`assign-${each.restBase}`, `may_assign_${each.restBase}`, `The caller may assign ${each.noun.many}.`, {
      [each.restBase]: ids(),
    }),
    actionLink(`create-${each.restBase}`, `may_create_${each.restBase}`, `The caller may create ${each.noun.many}.`, {
      [each.restBase]: ids(),
    }),
  ]);
  return [
    actionLink('publish', 'may_publish', 'The caller may publish the entry.', { status: publicStatuses }),
    actionLink('unfiltered-html', 'may_post_any_html', 'The caller may use unfiltered HTML.', {
      content: { raw: { type: 'string' } },
    }),
    ...(type.supports.includes('sticky')
      ? [actionLink('sticky', 'may_stick', 'The caller may make the entry sticky.', { sticky: Type.Boolean() })]
      : []),
    ...(type.supports.includes('author')
      ? [
          actionLink('assign-author', 'may_assign_author', 'The caller may change the author.', {
            author: Type.Integer(),
          }),
        ]
      : []),
    ...terms,
  ];
}
