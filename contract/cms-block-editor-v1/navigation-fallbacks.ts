// Declares the navigation menu that is used if none is selected (specification: Block editor; terms-menus-and-blocks.md §5).
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { blockEditorEndpoints, blockEditorModule } from './endpoints.ts';

export const navigationFallbackFields = {
  id: Type.Integer({ description: 'The ID of the navigation menu.', context: everywhere, readonly: true }),
};

export const navigationFallback: Resource<typeof navigationFallbackFields> = {
  title: 'navigation-fallback',
  noun: { one: 'navigation fallback', many: 'navigation fallback' },
  namespace: 'cms-block-editor/v1',
  module: blockEditorModule,
  fields: navigationFallbackFields,
  links: [{ rel: 'self', href: '/cms/v2/navigation/{id}', embeddable: true }],
  routes: [
    {
      path: '/cms-block-editor/v1/navigation-fallback',
      parameters: {},
      endpoints: [blockEditorEndpoints['get-navigation-fallback']],
    },
  ],
};
