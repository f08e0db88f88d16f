// Declares the navigation menu that is used if none is selected (specification: Block editor; terms-menus-and-blocks.md §5).
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';

/** Operations of the module `block-editor`. Each is implemented in a file with its name, such as `get-navigation-fallback.ts`. */
export const blockEditorOperations = ['get-navigation-fallback', 'get-url-details', 'export-theme'] as const;

/** Permissions that the routes require. */
export const blockEditorPermissions = ['read-navigation-fallback', 'read-url-details', 'export-theme'] as const;

export const navigationFallback: Resource = {
  title: 'navigation-fallback',
  noun: { one: 'navigation fallback', many: 'navigation fallback' },
  namespace: 'cms-block-editor/v1',
  module: 'block-editor',
  fields: {
    id: Type.Integer({ description: 'The ID of the navigation menu.', context: everywhere, readonly: true }),
  },
  links: [{ rel: 'self', href: '/cms/v2/navigation/{id}', embeddable: true }],
  routes: [
    {
      path: '/cms-block-editor/v1/navigation-fallback',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-navigation-fallback',
          permission: 'read-navigation-fallback',
          parameters: {},
        },
      ],
    },
  ],
};
