// Declares the export of the active theme, with the customizations of the site, as a ZIP archive (protocol.md §20).
import type { Resource } from '../grammar/resource.ts';
import { blockEditorEndpoints, blockEditorModule } from './endpoints.ts';

export const themeExport: Resource = {
  title: 'theme-export',
  namespace: 'cms-block-editor/v1',
  module: blockEditorModule,
  fields: {},
  links: [],
  routes: [{ path: '/cms-block-editor/v1/export', parameters: {}, endpoints: [blockEditorEndpoints['export-theme']] }],
};
