// Declares previews of unsaved changes of the design: URLs at which the public pages of the site are displayed with changed templates,
// template parts, patterns, navigations and global styles. They are an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** Maximum number of changed records of each kind. */
const maxRecords = 50;

const content = Type.String({ description: 'The changed content.', needed: true });

const template = Type.Object({
  id: Type.String({
    description: 'The ID of the template: the theme and the slug, separated by two slashes.',
    needed: true,
    minLength: 1,
    maxLength: 500,
  }),
  content,
});

const entry = Type.Object({
  id: Type.Integer({ description: 'The ID of the entry.', needed: true, minimum: 1 }),
  content,
});

const templates = (description: string) => optional(Type.Array(template, { description, maxItems: maxRecords }));
const entries = (description: string) => optional(Type.Array(entry, { description, maxItems: maxRecords }));

const stylesObject = (description: string) => Type.Unsafe<Record<string, unknown>>({ description, type: 'object' });

const preview = Type.Object({
  link: Type.String({ description: 'The URL of the home page with the changes.', format: 'uri' }),
  expires: Type.String({ description: 'The time at which the preview expires, in GMT.', format: 'date-time' }),
});

const endpoints = declareEndpoints({
  'create-design-preview': {
    methods: ['POST'],
    statuses: [201],
    description:
      'Creates a preview of unsaved changes of the design. At its URL, which is valid for an hour, the public pages are displayed with these changes; nothing else changes. The changes are checked and sanitized as when they are saved. Each user has at most ten previews; a new one replaces the oldest.',
    answers: 'object',
    response: preview,
    permission: 'create-design-preview',
    batch: false,
    parameters: {
      templates: templates('The changed templates.'),
      template_parts: templates('The changed template parts.'),
      blocks: entries('The changed patterns.'),
      navigation: entries('The changed navigations.'),
      global_styles: optional(
        Type.Object(
          {
            id: Type.Integer({ description: 'The ID of the global styles.', needed: true, minimum: 1 }),
            settings: Type.Optional(stylesObject('The changed settings; by default, they are unchanged.')),
            styles: Type.Optional(stylesObject('The changed styles; by default, they are unchanged.')),
          },
          { description: 'The changed global styles.' },
        ),
      ),
    },
  },
});
export type DesignPreviewEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const designPreviewsModule: ModuleDeclaration<DesignPreviewEndpoints> = { name: 'design-previews' };

export const designPreviews: Resource = {
  title: 'design-preview',
  namespace: octavoNamespace,
  module: designPreviewsModule,
  fields: {},
  links: [],
  routes: [{ path: '/octavo/v1/design-previews', parameters: {}, endpoints: [endpoints['create-design-preview']] }],
};
