// Declares the export of the active theme, with the customizations of the site, as a ZIP archive (protocol.md §20).
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
          description: 'Returns the active theme, with the customizations of the site, as a ZIP archive.',
          permission: 'export-theme',
          file: 'application/zip',
          parameters: {},
        },
      ],
    },
  ],
};
