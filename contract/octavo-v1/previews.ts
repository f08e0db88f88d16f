// Declares previews: links with which readers without an account can view an unpublished entry. They are an addition to the
// specification, which defines only previews of autosaves (posts-and-pages.md §16).

import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const timestampField = (description: string) => ReadOnly.String(description, everywhere, { format: 'date-time' });

export const previewFields = {
  id: ReadOnly.Integer('The ID of the preview.', everywhere),
  entry: ReadOnly.Integer('The ID of the previewed entry.', everywhere),
  revision: ReadOnly.Integer('The ID of the previewed autosave; 0 if the entry itself is previewed.', everywhere),
  author: ReadOnly.Integer('The ID of the user who created the preview.', everywhere),
  created: timestampField('The time at which the preview was created, in GMT.'),
  expires: timestampField('The time at which the preview expires, in GMT.'),
  link: ReadOnly.String('The URL of the preview page.', everywhere, { format: 'uri' }),
  api: ReadOnly.String('The API URL of the previewed entry.', everywhere, { format: 'uri' }),
};

const entry = Type.Integer({ description: 'The ID of the entry.', minimum: 1 });

const endpoints = declareEndpoints({
  'list-previews': { permission: 'list-previews', parameters: { entry } },
  'create-preview': {
    permission: 'create-preview',
    parameters: {
      entry,
      revision: optional(
        Type.Integer({
          description: 'The ID of the autosave to preview; by default, the entry itself is previewed.',
          minimum: 1,
        }),
      ),
      lifetime: Type.Integer({
        description: 'The lifetime of the preview, in seconds.',
        minimum: 60,
        maximum: 30 * 24 * 3600,
        default: 2 * 24 * 3600,
      }),
    },
  },
  'delete-preview': { permission: 'delete-preview', parameters: {} },
});
export type PreviewEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const previewsModule: ModuleDeclaration<PreviewEndpoints, typeof previewFields> = { name: 'previews' };

export const previews: Resource<typeof previewFields> = {
  title: 'preview',
  namespace: octavoNamespace,
  module: previewsModule,
  fields: previewFields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/previews',
      parameters: {},
      endpoints: [endpoints['list-previews'], endpoints['create-preview']],
    },
    {
      path: '/octavo/v1/previews/<id>',
      parameters: { id: optional(Type.Integer({ description: 'The ID of the preview.' })) },
      endpoints: [endpoints['delete-preview']],
    },
  ],
};
