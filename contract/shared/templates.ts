// Declares the resources of templates and template parts: routes and links (specification: Templates and template parts;
// templates-and-styles.md §3–§7).
import type { ContentType } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import {
  type Args,
  contextParameter,
  forceParameter,
  type NewFieldsOf,
  optional,
  type Parameters,
  writable,
} from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { type RevisionDeclarations, type RevisionEndpoints, revisedResources } from './revisions.ts';
import { type TemplateFields, templateFields } from './template-fields.ts';

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

/** Returns the resources of a type of templates. Revisions come first, because the pattern of template IDs also matches their paths. */
export function templateResources(type: ContentType): readonly Resource[] {
  const fields = templateFields(type);
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const templates: Resource<TemplateFields> = {
    title: type.name,
    noun: type.noun,
    namespace: type.restNamespace,
    type: type.name,
    module: templatesModule,
    fields,
    links: templateLinks(type, collection),
    routes: templateRoutes(collection, templateEndpoints(fields)),
  };
  return [...revisedResources(type, revisionDeclarations(fields, collection)), templates];
}

const templateEndpoints = (fields: TemplateFields) =>
  declareEndpoints({
    'list-templates': { permission: 'read-templates', parameters: listParameters },
    'create-template': {
      permission: 'change-templates',
      parameters: { ...withDefaults(fields, writable(fields, 'create')), ...suggestion },
    },
    'look-up-template': {
      methods: ['GET'],
      description:
        'Returns the first existing template in the template hierarchy of a slug; an empty object if there is none.',
      answers: 'object',
      permission: 'read-templates',
      parameters: lookupParameters,
    },
    'get-template': { permission: 'read-templates', parameters: { context: contextParameter, source } },
    'update-template': { permission: 'change-templates', parameters: { ...writable(fields, 'change'), source } },
    'delete-template': { permission: 'change-templates', parameters: { force: forceParameter() } },
  });
export type TemplateEndpoints = ReturnType<typeof templateEndpoints>;

/** The module with the code of these endpoints. */
export const templatesModule: ModuleDeclaration<TemplateEndpoints, TemplateFields> = { name: 'templates' };

const templateRoutes = (collection: string, endpoints: TemplateEndpoints): Route[] => [
  { path: collection, parameters: {}, endpoints: [endpoints['list-templates'], endpoints['create-template']] },
  { path: `${collection}/lookup`, parameters: {}, endpoints: [endpoints['look-up-template']] },
  {
    path: `${collection}/<id>`,
    parameters: { id: id() },
    endpoints: [endpoints['get-template'], endpoints['update-template'], endpoints['delete-template']],
  },
];

/** Adds the defaults of fields to the parameters of a new template (specification: Template). */
function withDefaults(
  fields: Parameters,
  parameters: NewFieldsOf<TemplateFields>,
): Partial<NewFieldsOf<TemplateFields>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, schema]) => {
      const field = fields[name];
      return [name, field && 'default' in field ? optional({ ...schema, default: field.default }) : schema];
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
  parent: ReadOnly.Integer('The ID of the template.', everywhere),
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
