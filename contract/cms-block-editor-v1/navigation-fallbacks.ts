// Declares the navigation menu that is used if none is selected (specification: Block editor; terms-menus-and-blocks.md §5).
import type { Resource } from '../grammar/resource.ts';
import { blockEditorEndpoints, blockEditorModule, navigationFallbackFields } from './endpoints.ts';

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
