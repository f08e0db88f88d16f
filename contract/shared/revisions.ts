// Former texts of entries, and texts saved beside them before they are (posts-and-pages.md §15, §16).
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
  everywhere,
  ids,
  notesOf,
  type TSchema,
  Type,
  time,
  viewAndEdit,
  words,
} from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';

/** The operations of the room `revisions`; each is a file of that name there. */
export const revisionOperations = [
  'list-revisions',
  'get-revision',
  'delete-revision',
  'list-autosaves',
  'get-autosave',
  'save-autosave',
] as const;

/** The rules that the routes of revisions and autosaves name. */
export const revisionPermissions = ['read-revisions', 'delete-revision', 'create-autosave'] as const;

/** What revisions can be ordered by. */
export const revisionOrders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'] as const;
export type RevisionOrder = (typeof revisionOrders)[number];

const { per_page: _ten, ...paging } = pagingParameters();

/** Paging of revisions: without a page size all there are. */
export const revisionPages = {
  ...paging,
  per_page: optional(
    Type.Integer({
      description: 'How many items a page has; absent: all there are.',
      minimum: 1,
      maximum: 100,
      first: true,
    }),
  ),
  offset: offsetParameter,
};

const listParameters = {
  ...revisionPages,
  exclude: ids({ description: 'Without these.', default: [] }),
  include: ids({ description: 'Only these.', default: [] }),
  order: orderParameter('desc'),
  orderby: words(revisionOrders, { description: 'What the list is ordered by.', default: 'date' }),
};

/** Everything that a list of revisions may be asked for; what its family does not declare is never there. */
export type RevisionListArgs = Args<typeof revisionPages> & Partial<Args<typeof listParameters>>;

/** A moment, which a draft that was never given a date and is saved itself has none of. */
const when = (description: string, context: readonly Context[]) => time({ description, context, alsoTypes: ['null'] });

const always = {
  author: Type.Integer({ description: 'Who saved it.', context: everywhere }),
  date: when("When it was saved, in the site's time.", everywhere),
  date_gmt: when('The same in GMT.', viewAndEdit),
  guid: Type.Object(
    {
      rendered: Type.String({ description: 'The identifier for display.', context: viewAndEdit, readonly: true }),
      raw: Type.String({ description: 'The identifier as it is stored.', context: editOnly, readonly: true }),
    },
    { description: 'An identifier that never changes.', context: viewAndEdit, readonly: true },
  ),
  id: Type.Integer({ description: 'Its number.', context: everywhere }),
  modified: when("When it was last written over, in the site's time.", viewAndEdit),
  modified_gmt: when('The same in GMT.', viewAndEdit),
  parent: Type.Integer({ description: 'The number of the entry it belongs to.', context: everywhere }),
  slug: Type.String({ description: 'What it is called.', context: everywhere }),
};

/** The texts of a type, as its entries are declared to have them. */
function fieldsOf(type: ContentType, { title, content, excerpt }: Parameters): Parameters {
  return {
    ...always,
    ...(title && { title: displayed(title) }),
    ...(content && { content: displayed(content) }),
    ...(excerpt && { excerpt: displayed(excerpt) }),
    meta: Type.Object(everyMeta(type.meta), { description: 'Meta fields that revisions keep.', context: viewAndEdit }),
  };
}

/**
 * A text with what is shown of it to readers, which is told of revisions also where entries do not tell it. Revisions have no
 * passwords, though clients are told of `protected`.
 */
function displayed(text: TSchema): TSchema {
  const { properties = {} } = text as { properties?: Parameters };
  const rendered = Type.String({ description: 'The text as HTML for display.', context: everywhere, readonly: true });
  const { protected: locked } = properties;
  return {
    ...text,
    properties: {
      ...properties,
      rendered: properties.rendered ?? rendered,
      ...(locked && { protected: { ...locked, sometimes: true } }),
    },
  } as TSchema;
}

/** Meta fields as revisions tell them: of those that they do not keep nothing is known. */
const everyMeta = (meta: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(meta).map(([name, schema]) => [
      name,
      notesOf(schema).revised ? schema : Type.Null({ description: 'Not kept by revisions.', context: viewAndEdit }),
    ]),
  );

/** What belongs to a family of types whose texts are kept: how their revisions look and how they are found. */
export interface RevisedFamily {
  /** The room that serves them: the room `revisions`, as it serves this family. */
  readonly room: string;
  readonly revisions: {
    readonly fields: Parameters;
    readonly links: readonly Link[];
    /** What lists may be asked for; absent: all that the revisions of entries may. */
    readonly list?: Parameters;
    /** Absent: they can be deleted. */
    readonly stay?: true;
  };
  /** Absent: nothing can be saved beside. `sent` is what may be sent. */
  readonly autosaves?: { readonly fields: Parameters; readonly links: readonly Link[]; readonly sent: Parameters };
  /** The parameter that names what they belong to. */
  readonly parent: (notes?: { unlisted?: true }) => TSchema;
}

/** The resources of the revisions and autosaves of a content type. `fields` are those of its entries. */
export function revisionResources(type: ContentType, fields: Parameters): readonly Resource[] {
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const links: Link[] = [{ rel: 'parent', href: `${collection}/{parent}`, when: 'parent' }];
  const shown = fieldsOf(type, fields);
  const preview = Type.String({
    description: 'Where its editors can look at it.',
    format: 'uri',
    context: editOnly,
    // What has no page of its own has an empty one, which is no address.
    ...(type.hasPages && { readonly: true }),
  });
  return revisedResources(type, {
    room: 'revisions',
    revisions: { fields: shown, links },
    autosaves: { fields: { ...shown, preview_link: preview }, links, sent: writable(fields, 'change') },
    parent: ({ unlisted } = {}) =>
      optional(Type.Integer(unlisted ? { unlisted } : { description: `The number of the ${type.noun.one}.` })),
  });
}

/** The resources of the revisions and autosaves of a content type, as its family has them. */
export function revisedResources(type: ContentType, family: RevisedFamily): readonly Resource[] {
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const common = { namespace: type.restNamespace, type: type.name, room: family.room };
  const { revisions, autosaves } = family;
  return [
    ...(type.supports.includes('revisions')
      ? [
          {
            ...common,
            title: `${type.name}-revision`,
            noun: { one: `revision of ${type.noun.many}`, many: `revisions of ${type.noun.many}` },
            fields: revisions.fields,
            links: revisions.links,
            routes: revisionRoutes(collection, family),
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
            routes: autosaveRoutes(collection, family.parent, autosaves.sent),
          },
        ]
      : []),
  ];
}

const reading = { methods: ['GET'], permission: 'read-revisions' } as const;

function revisionRoutes(collection: string, { revisions, parent }: RevisedFamily): Route[] {
  const id = optional(Type.Integer({ description: 'The number of the revision.' }));
  const force = forceParameter('Must be true, for a revision cannot be moved to the trash.');
  const deleting: Endpoint = {
    methods: ['DELETE'],
    operation: 'delete-revision',
    permission: 'delete-revision',
    parameters: { force },
  };
  return [
    {
      path: `${collection}/<parent>/revisions`,
      parameters: { parent: parent() },
      endpoints: [{ ...reading, operation: 'list-revisions', parameters: revisions.list ?? listParameters }],
    },
    {
      path: `${collection}/<parent>/revisions/<id>`,
      parameters: { parent: parent(), id },
      endpoints: [
        { ...reading, operation: 'get-revision', parameters: { context: contextParameter } },
        ...(revisions.stay ? [] : [deleting]),
      ],
    },
  ];
}

function autosaveRoutes(collection: string, parent: RevisedFamily['parent'], sent: Parameters): Route[] {
  return [
    {
      path: `${collection}/<id>/autosaves`,
      parameters: { id: parent({ unlisted: true }), parent: parent() },
      endpoints: [
        { ...reading, operation: 'list-autosaves', parameters: { context: contextParameter } },
        { methods: ['POST'], operation: 'save-autosave', permission: 'create-autosave', parameters: sent },
      ],
    },
    {
      path: `${collection}/<parent>/autosaves/<id>`,
      parameters: {
        parent: parent(),
        id: optional(Type.Integer({ description: 'The number of the autosave.' })),
      },
      endpoints: [{ ...reading, operation: 'get-autosave', parameters: { context: contextParameter } }],
    },
  ];
}
