// Declares the endpoints of the block editor namespace and their module, to which several resources belong.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';

export const blockEditorEndpoints = declareEndpoints({
  'get-navigation-fallback': { permission: 'read-navigation-fallback', parameters: {} },
  'get-url-details': {
    permission: 'read-url-details',
    parameters: {
      url: Type.String({ description: 'The URL of the page.', format: 'uri', check: 'askable-url', first: true }),
    },
  },
  'export-theme': {
    methods: ['GET'],
    description: 'Returns the active theme, with the customizations of the site, as a ZIP archive.',
    permission: 'export-theme',
    file: 'application/zip',
    parameters: {},
  },
});
export type BlockEditorEndpoints = typeof blockEditorEndpoints;

/** The fields of the navigation fallback, which is the only record of the module. */
export const navigationFallbackFields = {
  id: ReadOnly.Integer('The ID of the navigation menu.', everywhere),
};

/** The module with the code of these endpoints. */
export const blockEditorModule: ModuleDeclaration<BlockEditorEndpoints, typeof navigationFallbackFields> = {
  name: 'block-editor',
};
