// Declares the resources of templates and template parts: routes and links (specification: Templates and template parts;
// templates-and-styles.md §3–§7).
import type { ContentType } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import type { ModuleDeclaration } from '../grammar/module.ts';
import {
  type Args,
  contextParameter,
  forceParameter,
  optional,
  type Parameters,
  writable,
} from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { type Route, updateMethods } from '../grammar/route.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { type RevisionDeclarations, type RevisionEndpoints, revisedResources } from './revisions.ts';
import { type TemplateFields, templateFields } from './template-fields.ts';

/** Operations of the module `templates`. Each is implemented in a file with its name, such as `list-templates.ts`. */
export const templateOperations = [
  'list-templates',
  'look-up-template',
  'get-template',
  'create-template',
  'update-template',
  'delete-template',
] as const;

/** Permissions that the routes of templates require. */
export const templatePermissions = ['read-templates', 'change-templates'] as const;

/**
 * The path pattern of template IDs. It is permissive, because the lookup returns better errors (templates-and-styles.md §3), and
 * simple, because it is matched against paths of any length.
 */
const templateSegment = '[^:<>*?"|]+';

const id = (notes: object = {}) =>
  optional(
    Type.String({
      description: 'The ID of the template: the theme and the slug, separated by two slashes.',
      segment: templateSegment,
      ...notes,
    }),
  );

const listParameters = {
  context: contextParameter,
  cms_id: optional(Type.Integer({ description: 'Limits the list to the stored template with this ID.' })),
  area: optional(Type.String({ description: 'Limits the list to template parts for this area.' })),
  post_type: optional(
    Type.String({ description: 'Limits the list to templates for entries of this type.', isName: true }),
  ),
};
export type TemplateListArgs = Args<typeof listParameters>;

const lookupParameters = {
  slug: Type.String({ description: 'The slug of the template to resolve, for example `category-news`.' }),
  is_custom: optional(Type.Boolean({ description: 'Whether the template is not one of the standard templates.' })),
  template_prefix: optional(Type.String({ description: 'The prefix of the slug, for example `taxonomy`.' })),
};
export type LookupArgs = Args<typeof lookupParameters>;

/** The source of a template. In an update, it is the source to revert to (templates-and-styles.md §5). */
const source = optional(Type.String({ description: 'The source of the template.', unlisted: true }));
/** A flag that clients set when they create a missing template for a content type or term (templates-and-styles.md §5). */
const suggestion = {
  is_cms_suggestion: optional(
    Type.Boolean({ description: 'Whether the template was suggested by the template hierarchy.', unlisted: true }),
  ),
};

/** The arguments for creating or updating a template. */
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

/** Returns the resources of a type of templates. Revisions come first, because the pattern of template IDs also matches their paths. */
export function templateResources(type: ContentType): readonly Resource[] {
  const fields = templateFields(type);
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const templates: Resource = {
    title: type.name,
    noun: type.noun,
    namespace: type.restNamespace,
    type: type.name,
    module: 'templates',
    fields,
    links: templateLinks(type, collection),
    routes: templateRoutes(collection, fields),
  };
  return [...revisedResources(type, revisionDeclarations(fields, collection)), templates];
}

function templateRoutes(collection: string, fields: Parameters): Route[] {
  const readPermission = { permission: 'read-templates' };
  const writePermission = { permission: 'change-templates' };
  const create = { ...withDefaults(fields, writable(fields, 'create')), ...suggestion };
  return [
    {
      path: collection,
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'list-templates', ...readPermission, parameters: listParameters },
        { methods: ['POST'], operation: 'create-template', ...writePermission, parameters: create },
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
            'Returns the first existing template in the template hierarchy of a slug; an empty object if there is none.',
          answers: 'object',
          ...readPermission,
          parameters: lookupParameters,
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
          ...readPermission,
          parameters: { context: contextParameter, source },
        },
        {
          methods: updateMethods,
          operation: 'update-template',
          ...writePermission,
          parameters: { ...writable(fields, 'change'), source },
        },
        {
          methods: ['DELETE'],
          operation: 'delete-template',
          ...writePermission,
          parameters: { force: forceParameter() },
        },
      ],
    },
  ];
}

/** Adds the defaults of fields to the parameters of a new template (specification: Template). */
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

const revisionFieldsOf = (fields: TemplateFields) => ({
  ...fields,
  parent: Type.Integer({ description: 'The ID of the template.', context: everywhere, readonly: true }),
});
export type TemplateRevisionFields = ReturnType<typeof revisionFieldsOf>;

/** The variant of the module `revisions` with the code of the revisions of templates. */
export const templateRevisionsModule: ModuleDeclaration<RevisionEndpoints, TemplateRevisionFields> = {
  name: 'revisions',
};

/** Returns the declarations of revisions, with the fields of templates and paths below the template (templates-and-styles.md §7). */
function revisionDeclarations(fields: TemplateFields, collection: string): RevisionDeclarations {
  const linksTo = (kind: 'revisions' | 'autosaves'): Link[] => [
    { rel: 'self', href: `${collection}/{parent}/${kind}/{id}` },
    { rel: 'parent', href: `${collection}/{parent}` },
  ];
  return {
    module: templateRevisionsModule,
    revisions: { fields: revisionFieldsOf(fields), links: linksTo('revisions') },
    autosaves: {
      fields: revisionFieldsOf(fields),
      links: linksTo('autosaves'),
      parameters: writable(fields, 'change'),
    },
    parent: id,
  };
}
