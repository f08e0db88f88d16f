// Declares revisions and autosaves of entries (posts-and-pages.md §15, §16).
import type { ContentType } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import {
  type Args,
  contextParameter,
  forceParameter,
  optional,
  type Parameters,
  writable,
} from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Endpoint, Route } from '../grammar/route.ts';
import {
  type Context,
  editOnly,
  enumOf,
  everywhere,
  ids,
  schemaAnnotationsOf,
  type TSchema,
  Type,
  timestamp,
  viewAndEdit,
} from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';

/** Operations of the module `revisions`. Each is implemented in a file with its name, such as `list-revisions.ts`. */
export const revisionOperations = [
  'list-revisions',
  'get-revision',
  'delete-revision',
  'list-autosaves',
  'get-autosave',
  'save-autosave',
] as const;

/** Permissions that the routes of revisions and autosaves require. */
export const revisionPermissions = ['read-revisions', 'delete-revision', 'create-autosave'] as const;

/** Sort keys of revisions. */
export const revisionOrders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'] as const;
export type RevisionOrder = (typeof revisionOrders)[number];

const { per_page: _ten, ...paging } = pagingParameters();

/** Paging parameters of revisions. By default, a list contains all revisions. */
export const revisionPages = {
  ...paging,
  per_page: optional(
    Type.Integer({
      description: 'Maximum number of revisions per page; all if omitted.',
      minimum: 1,
      maximum: 100,
      first: true,
    }),
  ),
  offset: offsetParameter,
};

const listParameters = {
  ...revisionPages,
  exclude: ids({ description: 'Excludes revisions with these IDs.', default: [] }),
  include: ids({ description: 'Limits the list to revisions with these IDs.', default: [] }),
  order: orderParameter('desc'),
  orderby: enumOf(revisionOrders, { description: 'The sort key of the list.', default: 'date' }),
};

/** The arguments of the list operation. Arguments for parameters that the type does not declare are absent. */
export type RevisionListArgs = Args<typeof revisionPages> & Partial<Args<typeof listParameters>>;

/** Declares a timestamp. It is null for an autosave that is stored in the draft itself if the draft has never had a date. */
const revisionTimestamp = (description: string, context: readonly Context[]) =>
  timestamp({ description, context, alsoTypes: ['null'] });

const commonFields = {
  author: Type.Integer({ description: 'The ID of the user who saved the revision.', context: everywhere }),
  date: revisionTimestamp("The time at which the revision was saved, in the site's time zone.", everywhere),
  date_gmt: revisionTimestamp('The time at which the revision was saved, in GMT.', viewAndEdit),
  guid: Type.Object(
    {
      rendered: Type.String({ description: 'The identifier, for display.', context: viewAndEdit, readonly: true }),
      raw: Type.String({ description: 'The raw identifier.', context: editOnly, readonly: true }),
    },
    { description: 'The permanent identifier.', context: viewAndEdit, readonly: true },
  ),
  id: Type.Integer({ description: 'The ID of the revision.', context: everywhere }),
  modified: revisionTimestamp(
    "The time at which the revision was last overwritten, in the site's time zone.",
    viewAndEdit,
  ),
  modified_gmt: revisionTimestamp('The time at which the revision was last overwritten, in GMT.', viewAndEdit),
  parent: Type.Integer({ description: 'The ID of the entry.', context: everywhere }),
  slug: Type.String({ description: 'The name of the revision.', context: everywhere }),
};

/** Returns the fields of the revisions of a type. `title`, `content` and `excerpt` are included if its entries have them. */
function revisionFieldsOf(type: ContentType, { title, content, excerpt }: Parameters): Parameters {
  return {
    ...commonFields,
    ...(title && { title: withRendered(title) }),
    ...(content && { content: withRendered(content) }),
    ...(excerpt && { excerpt: withRendered(excerpt) }),
    meta: Type.Object(revisionMeta(type.meta), {
      description: 'The meta fields that revisions store.',
      context: viewAndEdit,
    }),
  };
}

/**
 * Returns the schema of a text, with the property `rendered`, which revisions have even if entries do not. Revisions have no passwords and
 * omit `protected`, but existing clients expect it in the schema.
 */
function withRendered(text: TSchema): TSchema {
  const { properties = {} } = text as { properties?: Parameters };
  const rendered = Type.String({ description: 'The text, as HTML for display.', context: everywhere, readonly: true });
  const { protected: protectedSchema } = properties;
  return {
    ...text,
    properties: {
      ...properties,
      rendered: properties.rendered ?? rendered,
      ...(protectedSchema && { protected: { ...protectedSchema, sometimes: true } }),
    },
  } as TSchema;
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

/** The fields, links and parameters of the revisions and autosaves of a resource group. */
export interface RevisionDeclarations {
  /** The variant of the module `revisions` that contains their operations. */
  readonly module: string;
  readonly revisions: {
    readonly fields: Parameters;
    readonly links: readonly Link[];
    /** List parameters; by default those for revisions of entries. */
    readonly list?: Parameters;
    /** Whether revisions cannot be deleted. */
    readonly arePermanent?: true;
  };
  /** The autosaves, with their fields, links and parameters; absent if there are none. */
  readonly autosaves?: {
    readonly fields: Parameters;
    readonly links: readonly Link[];
    readonly parameters: Parameters;
  };
  /** Returns the path parameter with the ID of the entry. */
  readonly parent: (notes?: { unlisted?: true }) => TSchema;
}

/** Returns the resources of the revisions and autosaves of a content type. `fields` are the fields of its entries. */
export function revisionResources(type: ContentType, fields: Parameters): readonly Resource[] {
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const links: Link[] = [{ rel: 'parent', href: `${collection}/{parent}`, when: 'parent' }];
  const revisionFields = revisionFieldsOf(type, fields);
  const preview = Type.String({
    description: 'The URL of the preview for editors.',
    format: 'uri',
    context: editOnly,
    // Types without public pages have an empty string, which is not a URL.
    ...(type.hasPages && { readonly: true }),
  });
  return revisedResources(type, {
    module: 'revisions',
    revisions: { fields: revisionFields, links },
    autosaves: { fields: { ...revisionFields, preview_link: preview }, links, parameters: writable(fields, 'change') },
    parent: ({ unlisted } = {}) =>
      optional(Type.Integer(unlisted ? { unlisted } : { description: `The ID of the ${type.noun.one}.` })),
  });
}

/** Returns the resources of the revisions and autosaves of a content type, from the declarations of its resource group. */
export function revisedResources(type: ContentType, declarations: RevisionDeclarations): readonly Resource[] {
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const common = { namespace: type.restNamespace, type: type.name, module: declarations.module };
  const { revisions, autosaves } = declarations;
  return [
    ...(type.supports.includes('revisions')
      ? [
          {
            ...common,
            title: `${type.name}-revision`,
            noun: { one: `revision of ${type.noun.many}`, many: `revisions of ${type.noun.many}` },
            fields: revisions.fields,
            links: revisions.links,
            routes: revisionRoutes(collection, declarations),
          },
        ]
      : []),
    ...(autosaves
      ? [
          {
            ...common,
            title: `${type.name}-autosave`,
            noun: { one: `autosave of ${type.noun.many}`, many: `autosaves of ${type.noun.many}` },
            fields: autosaves.fields,
            links: autosaves.links,
            routes: autosaveRoutes(collection, declarations.parent, autosaves.parameters),
          },
        ]
      : []),
  ];
}

const readEndpoint = { methods: ['GET'], permission: 'read-revisions' } as const;

function revisionRoutes(collection: string, { revisions, parent }: RevisionDeclarations): Route[] {
  const id = optional(Type.Integer({ description: 'The ID of the revision.' }));
  const force = forceParameter('Must be true, because revisions cannot be moved to the trash.');
  const deleteEndpoint: Endpoint = {
    methods: ['DELETE'],
    operation: 'delete-revision',
    permission: 'delete-revision',
    parameters: { force },
  };
  return [
    {
      path: `${collection}/<parent>/revisions`,
      parameters: { parent: parent() },
      endpoints: [{ ...readEndpoint, operation: 'list-revisions', parameters: revisions.list ?? listParameters }],
    },
    {
      path: `${collection}/<parent>/revisions/<id>`,
      parameters: { parent: parent(), id },
      endpoints: [
        { ...readEndpoint, operation: 'get-revision', parameters: { context: contextParameter } },
        ...(revisions.arePermanent ? [] : [deleteEndpoint]),
      ],
    },
  ];
}

function autosaveRoutes(collection: string, parent: RevisionDeclarations['parent'], parameters: Parameters): Route[] {
  return [
    {
      path: `${collection}/<id>/autosaves`,
      parameters: { id: parent({ unlisted: true }), parent: parent() },
      endpoints: [
        { ...readEndpoint, operation: 'list-autosaves', parameters: { context: contextParameter } },
        { methods: ['POST'], operation: 'save-autosave', permission: 'create-autosave', parameters },
      ],
    },
    {
      path: `${collection}/<parent>/autosaves/<id>`,
      parameters: {
        parent: parent(),
        id: optional(Type.Integer({ description: 'The ID of the autosave.' })),
      },
      endpoints: [{ ...readEndpoint, operation: 'get-autosave', parameters: { context: contextParameter } }],
    },
  ];
}
