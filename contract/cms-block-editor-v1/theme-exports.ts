// The theme with what was changed of it, as an archive (protocol.md §20).
import type { Resource } from '../grammar/resource.ts';

export const themeExport: Resource = {
  title: 'theme-export',
  namespace: 'cms-block-editor/v1',
  room: 'block-editor',
  fields: {},
  links: [],
  routes: [
    {
      path: '/cms-block-editor/v1/export',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'export-theme',
          description: 'Returns the theme with the changes that the site has made to it, as an archive.',
          permission: 'export-theme',
          file: 'application/zip',
          parameters: {},
        },
      ],
    },
  ],
};
