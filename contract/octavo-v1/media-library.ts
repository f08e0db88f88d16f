// Declares what a media library needs in addition to the specification (docs/deviations.md): replacing the file of a media item, and listing
// the entries that use it.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, listOf, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** The ways in which an entry can use a media item. */
const mediaUsages = ['featured_media', 'content'] as const;

export const mediaUseFields = {
  id: ReadOnly.Integer('The ID of the entry.', everywhere),
  type: ReadOnly.String('The content type of the entry.', everywhere, { isName: true }),
  status: ReadOnly.String('The status of the entry.', everywhere),
  title: ReadOnly.String('The title of the entry, as HTML for display.', everywhere),
  modified: ReadOnly.String('The time of the last change of the entry, in the time zone of the site.', everywhere, {
    format: 'date-time',
  }),
  link: ReadOnly.String('The URL of the entry.', everywhere, { format: 'uri' }),
  uses: listOf<(typeof mediaUsages)[number]>([...mediaUsages], {
    description: 'How the entry uses the file: as its featured image, in its content, or both.',
    context: everywhere,
    readonly: true,
    isName: true,
  }),
  may_edit: ReadOnly.Boolean('Whether the caller may edit the entry.', everywhere),
};

const endpoints = declareEndpoints({
  'replace-media-file': {
    methods: ['POST'],
    changes: '/cms/v2/media/<id>',
    description:
      'Replaces the file of a media item, and returns the item like its own route in the edit context. The URLs of the file and of its image sizes remain valid, and then return the new file. It must have the media type of the previous file.',
    answers: 'object',
    refuses: [409],
    permission: 'replace-media-file',
    parameters: {},
    files: 'upload_files',
  },
  'list-media-uses': {
    description:
      'Lists the entries that use a file in their content or as their featured image, and that the caller may read, in the order of their last changes.',
    permission: 'list-media-uses',
    parameters: {
      page: Type.Integer({ description: 'The page number.', default: 1, minimum: 1, maximum: 1000 }),
      per_page: Type.Integer({
        description: 'Maximum number of entries per page.',
        default: 10,
        minimum: 1,
        maximum: 100,
      }),
    },
    answers: 'list',
  },
});
export type MediaLibraryEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const mediaLibraryModule: ModuleDeclaration<MediaLibraryEndpoints, typeof mediaUseFields> = {
  name: 'media-library',
};

const parameters = { id: optional(Type.Integer({ description: 'The ID of the file.' })) };

export const mediaLibrary: Resource<typeof mediaUseFields> = {
  title: 'media-use',
  namespace: octavoNamespace,
  module: mediaLibraryModule,
  fields: mediaUseFields,
  links: [],
  routes: [
    { path: '/octavo/v1/media/<id>/file', parameters, endpoints: [endpoints['replace-media-file']] },
    { path: '/octavo/v1/media/<id>/uses', parameters, endpoints: [endpoints['list-media-uses']] },
  ],
};
