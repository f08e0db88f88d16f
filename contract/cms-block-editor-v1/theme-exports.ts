// The export of the theme with the changes of the site, as an archive (protocol.md §20).
import type { Resource } from '../grammar/resource.ts';

export const themeExport: Resource = {
  title: 'theme-export',
  namespace: 'cms-block-editor/v1',
  module: 'block-editor',
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
          description: 'Returns the theme with the changes of the site, as a ZIP archive.',
          permission: 'export-theme',
          file: 'application/zip',
          parameters: {},
        },
      ],
    },
  ],
};
