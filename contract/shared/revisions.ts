// Declares revisions and autosaves of entries (posts-and-pages.md §15, §16).
import type { ContentType } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import {
  type Args,
  contextParameter,
  type FieldsOf,
  forceParameter,
  optional,
  type Parameters,
  writable,
} from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import {
  type Context,
  editOnly,
  enumOf,
  everywhere,
  hasProperties,
  ids,
  ReadOnly,
  schemaAnnotationsOf,
  type TSchema,
  Type,
  timestamp,
  viewAndEdit,
} from '../grammar/schema.ts';
import { type EntryFields, guid } from './entry-fields.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';

/** Sort keys of revisions. */
const revisionOrders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'] as const;
export type RevisionOrder = (typeof revisionOrders)[number];

const filters = {
  exclude: ids({ description: 'Excludes revisions with these IDs.', default: [] }),
  include: ids({ description: 'Limits the list to revisions with these IDs.', default: [] }),
  order: orderParameter('desc'),
  orderby: enumOf(revisionOrders, { description: 'The sort key of the list.', default: 'date' }),
};

/** Returns the list parameters of revisions. By default, a list contains all revisions. */
function listParameters(hasFilters: boolean) {
  const { context, page, search } = pagingParameters();
  return {
    context,
    page,
    ...(hasFilters && { search }),
    per_page: optional(
      Type.Integer({
        description: 'Maximum number of revisions per page; all if omitted.',
        minimum: 1,
        maximum: 100,
        first: true,
      }),
    ),
    offset: offsetParameter,
    ...(hasFilters && filters),
  };
}

/** Declares a timestamp. It is null for an autosave that is stored in the draft itself if the draft has never had a date. */
const revisionTimestamp = (description: string, context: readonly Context[]) =>
  timestamp({ description, context, alsoTypes: ['null'] });

const commonFields = {
  author: Type.Integer({ description: 'The ID of the user who saved the revision.', context: everywhere }),
  date: revisionTimestamp("The time at which the revision was saved, in the site's time zone.", everywhere),
  date_gmt: revisionTimestamp('The time at which the revision was saved, in GMT.', viewAndEdit),
  guid,
  id: Type.Integer({ description: 'The ID of the revision.', context: everywhere }),
  modified: revisionTimestamp(
    "The time at which the revision was last overwritten, in the site's time zone.",
    viewAndEdit,
  ),
  modified_gmt: revisionTimestamp('The time at which the revision was last overwritten, in GMT.', viewAndEdit),
  parent: Type.Integer({ description: 'The ID of the entry.', context: everywhere }),
  slug: Type.String({ description: 'The name of the revision.', context: everywhere }),
};

/** The fields of entries that autosaves store. Their endpoints accept all writable fields, but ignore the others. */
export type AutosaveFields = Pick<EntryFields, 'title' | 'content' | 'excerpt' | 'meta'> & {
  /** The name of the excerpt of templates. */
  readonly description?: ReturnType<typeof Type.String>;
};

/** Returns the fields of the revisions of a type. `title`, `content` and `excerpt` are included if its entries have them. */
const revisionFieldsOf = (type: ContentType, { title, content, excerpt }: AutosaveFields) => ({
  ...commonFields,
  ...(title && { title: withRendered(title) }),
  ...(content && { content: withRendered(content) }),
  ...(excerpt && { excerpt: withRendered(excerpt) }),
  meta: Type.Object(revisionMeta(type.meta), {
    description: 'The meta fields that revisions store.',
    context: viewAndEdit,
  }),
});

/** Returns the fields of the autosaves of a type: those of revisions, and the URL of the preview. */
const autosaveFieldsOf = (type: ContentType, fields: AutosaveFields) => ({
  ...revisionFieldsOf(type, fields),
  preview_link: Type.String({
    description: 'The URL of the preview for editors.',
    format: 'uri',
    context: editOnly,
    // Types without public pages have an empty string, which is not a URL.
    ...(type.hasPages && { readonly: true }),
  }),
});
/** The fields of revisions and autosaves. */
export type RevisionFields = ReturnType<typeof autosaveFieldsOf>;

/**
 * Returns the schema of a text, with the property `rendered`, which revisions have even if entries do not. Revisions have no passwords and
 * omit `protected`, but existing clients expect it in the schema.
 */
function withRendered(text: TSchema) {
  const properties = hasProperties(text) ? text.properties : {};
  const rendered = ReadOnly.String('The text, as HTML for display.', everywhere);
  const { protected: protectedSchema } = properties;
  return {
    ...text,
    properties: {
      ...properties,
      rendered: properties.rendered ?? rendered,
      ...(protectedSchema && { protected: { ...protectedSchema, sometimes: true } }),
    },
  };
}

/** Returns the meta fields of revisions. Fields that revisions do not store are null. */
const revisionMeta = (meta: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(meta).map(([name, schema]) => [
      name,
      schemaAnnotationsOf(schema).revised
        ? schema
        : Type.Null({ description: 'Revisions do not store this field.', context: viewAndEdit }),
    ]),
  );

/** Returns the endpoints of the revisions and autosaves of a resource group. */
const revisionEndpoints = (hasFilters: boolean, autosaveParameters: FieldsOf<AutosaveFields>) =>
  declareEndpoints({
    'list-revisions': { ...readEndpoint, parameters: listParameters(hasFilters) },
    'get-revision': { ...readEndpoint, parameters: { context: contextParameter } },
    'delete-revision': {
      permission: 'delete-revision',
      parameters: { force: forceParameter('Must be true, because revisions cannot be moved to the trash.') },
    },
    'list-autosaves': { ...readEndpoint, parameters: { context: contextParameter } },
    'save-autosave': {
      methods: ['POST'],
      permission: 'create-autosave',
      changes: 'parent',
      parameters: autosaveParameters,
    },
    'get-autosave': { ...readEndpoint, parameters: { context: contextParameter } },
  });
const readEndpoint = { methods: ['GET'], permission: 'read-revisions' } as const;
export type RevisionEndpoints = ReturnType<typeof revisionEndpoints>;

/** The arguments of the list operation. Arguments for parameters that the resource group does not declare are absent. */
export type RevisionListArgs = Args<RevisionEndpoints['list-revisions']['parameters']>;

/** The arguments of a request that saves an autosave. Those that autosaves do not store are not part of the type. */
export type AutosaveArgs = Args<RevisionEndpoints['save-autosave']['parameters']>;

/** The variant of the module `revisions` with the code of the revisions of entries. */
export const revisionsModule: ModuleDeclaration<RevisionEndpoints, RevisionFields> = { name: 'revisions' };

type FieldsAndLinks = Pick<Resource, 'fields' | 'links'>;

/** The fields, links and parameters of the revisions and autosaves of a resource group. */
export interface RevisionDeclarations {
  /** The variant of the module `revisions` that contains their operations. */
  readonly module: ModuleDeclaration<RevisionEndpoints>;
  readonly revisions: FieldsAndLinks & {
    /** Whether lists cannot be searched, filtered or sorted. */
    readonly haveNoFilters?: true;
    /** Whether revisions cannot be deleted. */
    readonly arePermanent?: true;
  };
  /** The autosaves, with their fields, links and parameters; absent if there are none. */
  readonly autosaves?: FieldsAndLinks & {
    readonly parameters: FieldsOf<AutosaveFields>;
  };
  /** Returns the path parameter with the ID of the entry. */
  readonly parent: (notes?: { unlisted?: true }) => TSchema;
}

/** Returns the resources of the revisions and autosaves of a content type. `fields` are the fields of its entries. */
export function revisionResources(type: ContentType, fields: AutosaveFields): readonly Resource[] {
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const links: Link[] = [{ rel: 'parent', href: `${collection}/{parent}`, when: 'parent' }];
  return revisedResources(type, {
    module: revisionsModule,
    revisions: { fields: revisionFieldsOf(type, fields), links },
    autosaves: { fields: autosaveFieldsOf(type, fields), links, parameters: writable(fields, 'change') },
    parent: ({ unlisted } = {}) =>
      optional(Type.Integer(unlisted ? { unlisted } : { description: `The ID of the ${type.noun.one}.` })),
  });
}

/** Returns the resources of the revisions and autosaves of a content type, from the declarations of its resource group. */
export function revisedResources(type: ContentType, declarations: RevisionDeclarations): readonly Resource[] {
  const { module, revisions, autosaves, parent } = declarations;
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const endpoints = revisionEndpoints(revisions.haveNoFilters !== true, autosaves?.parameters ?? {});
  const resource = (kind: 'revision' | 'autosave', { fields, links }: FieldsAndLinks, routes: Route[]): Resource => ({
    title: `${type.name}-${kind}`,
    noun: { one: `${kind} of ${type.noun.many}`, many: `${kind}s of ${type.noun.many}` },
    ...{ namespace: type.restNamespace, type: type.name, module, fields, links, routes },
  });
  return [
    ...(type.supports.includes('revisions')
      ? [resource('revision', revisions, revisionRoutes(collection, declarations, endpoints))]
      : []),
    ...(autosaves ? [resource('autosave', autosaves, autosaveRoutes(collection, parent, endpoints))] : []),
  ];
}

function revisionRoutes(
  collection: string,
  { revisions, parent }: RevisionDeclarations,
  endpoints: RevisionEndpoints,
): Route[] {
  const id = optional(Type.Integer({ description: 'The ID of the revision.' }));
  return [
    {
      path: `${collection}/<parent>/revisions`,
      parameters: { parent: parent() },
      endpoints: [endpoints['list-revisions']],
    },
    {
      path: `${collection}/<parent>/revisions/<id>`,
      parameters: { parent: parent(), id },
      endpoints: [endpoints['get-revision'], ...(revisions.arePermanent ? [] : [endpoints['delete-revision']])],
    },
  ];
}

const autosaveRoutes = (
  collection: string,
  parent: RevisionDeclarations['parent'],
  endpoints: RevisionEndpoints,
): Route[] => [
  {
    path: `${collection}/<id>/autosaves`,
    parameters: { id: parent({ unlisted: true }), parent: parent() },
    endpoints: [endpoints['list-autosaves'], endpoints['save-autosave']],
  },
  {
    path: `${collection}/<parent>/autosaves/<id>`,
    parameters: {
      parent: parent(),
      id: optional(Type.Integer({ description: 'The ID of the autosave.' })),
    },
    endpoints: [endpoints['get-autosave']],
  },
];
