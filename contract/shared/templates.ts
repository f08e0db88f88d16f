// The resources of templates and template parts: routes and links (specification: Templates and template parts;
// templates-and-styles.md §3–§7).
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
import { changing, type Route } from '../grammar/route.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { type RevisedFamily, revisedResources } from './revisions.ts';
import { templateFields } from './template-fields.ts';

/** The operations of the room `templates`; each is a file of that name there. */
export const templateOperations = [
  'list-templates',
  'look-up-template',
  'get-template',
  'create-template',
  'update-template',
  'delete-template',
] as const;

/** The rules that the routes of templates name. */
export const templatePermissions = ['read-templates', 'change-templates'] as const;

/**
 * What stands in addresses for a template: liberal, for a look-up tells better what is wrong (templates-and-styles.md §3), and
 * simple, for it is matched against addresses of any length.
 */
const templateSegment = '[^:<>*?"|]+';

const id = (notes: object = {}) =>
  optional(Type.String({ description: 'The theme and the slug of the template.', segment: templateSegment, ...notes }));

const listParameters = {
  context: contextParameter,
  cms_id: optional(Type.Integer({ description: 'Only the stored one of this number.' })),
  area: optional(Type.String({ description: 'Only parts that are used here.' })),
  post_type: optional(Type.String({ description: 'Only templates for entries of this type.', isName: true })),
};
export type TemplateListArgs = Args<typeof listParameters>;

const lookUpParameters = {
  slug: Type.String({ description: 'The name of the template to find one for.' }),
  is_custom: optional(Type.Boolean({ description: 'Whether it is none of the standard templates.' })),
  template_prefix: optional(Type.String({ description: 'What the name begins with, such as taxonomy.' })),
};
export type LookUpArgs = Args<typeof lookUpParameters>;

/** Shown by templates of every kind of source; sent: the one to go back to (templates-and-styles.md §5). */
const source = optional(Type.String({ description: 'The source to look at.', unlisted: true }));
/** A mark of clients that make a template because a type or term lacks one (templates-and-styles.md §5). */
const suggestion = {
  is_cms_suggestion: optional(Type.Boolean({ description: 'Whether it was suggested.', unlisted: true })),
};

/** What may be sent for a template. */
export interface TemplateArgs {
  readonly slug?: string;
  readonly theme?: string;
  readonly content?: string | { readonly raw?: unknown };
  readonly title?: string | { readonly raw?: unknown };
  readonly description?: string;
  readonly author?: number;
  readonly area?: string;
  readonly source?: string;
  readonly is_cms_suggestion?: boolean;
}

/** The resources of a type that is served as templates. Revisions stand first: an address of one could be read as a template's. */
export function templateResources(type: ContentType): readonly Resource[] {
  const fields = templateFields(type);
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const templates: Resource = {
    title: type.name,
    noun: type.noun,
    namespace: type.restNamespace,
    type: type.name,
    room: 'templates',
    fields,
    links: templateLinks(type, collection),
    routes: templateRoutes(collection, fields),
  };
  return [...revisedResources(type, revisedFamily(fields, collection)), templates];
}

function templateRoutes(collection: string, fields: Parameters): Route[] {
  const reading = { permission: 'read-templates' };
  const writing = { permission: 'change-templates' };
  const create = { ...withDefaults(fields, writable(fields, 'create')), ...suggestion };
  return [
    {
      path: collection,
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'list-templates', ...reading, parameters: listParameters },
        { methods: ['POST'], operation: 'create-template', ...writing, parameters: create },
      ],
    },
    {
      path: `${collection}/lookup`,
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'look-up-template',
          description:
            'Returns the template that pages of this kind are shown with; an empty object where there is none.',
          answers: 'object',
          ...reading,
          parameters: lookUpParameters,
        },
      ],
    },
    {
      path: `${collection}/<id>`,
      parameters: { id: id() },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-template',
          ...reading,
          parameters: { context: contextParameter, source },
        },
        {
          methods: changing,
          operation: 'update-template',
          ...writing,
          parameters: { ...writable(fields, 'change'), source },
        },
        { methods: ['DELETE'], operation: 'delete-template', ...writing, parameters: { force: forceParameter() } },
      ],
    },
  ];
}

/** What is not sent for a new template is empty (specification: Template). */
function withDefaults(fields: Parameters, parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, schema]) => {
      const { default: value } = fields[name] as { default?: unknown };
      return [name, value === undefined ? schema : optional({ ...schema, default: value })];
    }),
  );
}

function templateLinks(type: ContentType, collection: string): Link[] {
  const self = `${collection}/{id}`;
  return [
    { rel: 'self', href: self },
    { rel: 'collection', href: collection },
    { rel: 'about', href: `/${type.restNamespace}/types/{type}`, names: ['type'] },
    {
      rel: 'version-history',
      href: `${self}/revisions`,
      members: { count: '{revision_count}' },
      when: 'has_history',
    },
    {
      rel: 'predecessor-version',
      href: `${self}/revisions/{latest_revision}`,
      members: { id: '{latest_revision}' },
      when: 'latest_revision',
    },
    { rel: 'cms:action-publish', href: self, when: 'may_publish' },
    { rel: 'cms:action-unfiltered-html', href: self, when: 'may_post_any_html' },
  ];
}

/** Revisions look like the template they belong to, by whose name they are found (templates-and-styles.md §7). */
function revisedFamily(fields: Parameters, collection: string): RevisedFamily {
  const parent = Type.Integer({ description: 'The number of the template.', context: everywhere, readonly: true });
  const linksTo = (kind: 'revisions' | 'autosaves'): Link[] => [
    { rel: 'self', href: `${collection}/{parent}/${kind}/{id}` },
    { rel: 'parent', href: `${collection}/{parent}` },
  ];
  return {
    room: 'revisions:templates',
    revisions: { fields: { ...fields, parent }, links: linksTo('revisions') },
    autosaves: { fields: { ...fields, parent }, links: linksTo('autosaves'), sent: writable(fields, 'change') },
    parent: id,
  };
}
