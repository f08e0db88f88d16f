// Declares menu locations: the places in a theme that display menus (specification: Menu locations; terms-menus-and-blocks.md §2).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';

const collection = '/cms/v2/menu-locations';

export const menuLocationFields = {
  name: ReadOnly.String('The name of the location.', everywhere),
  description: ReadOnly.String('The description of the location.', everywhere),
  menu: ReadOnly.Integer('The ID of the assigned menu; 0 for none.', everywhere),
};

const parameters = { context: contextParameter };

const endpoints = declareEndpoints({
  'list-menu-locations': { answers: 'keyed', permission: 'read-menu-locations', parameters },
  'get-menu-location': { permission: 'read-menu-locations', parameters },
});

/** The module with the code of these endpoints. */
export const menuLocationsModule: ModuleDeclaration<typeof endpoints, typeof menuLocationFields> = {
  name: 'menu-locations',
};

export const menuLocations: Resource = {
  title: 'menu-location',
  namespace: 'cms/v2',
  module: menuLocationsModule,
  fields: menuLocationFields,
  links: [
    { rel: 'self', href: `${collection}/{name}` },
    { rel: 'collection', href: collection },
    { rel: 'cms:menu', href: '/cms/v2/menus/{menu}', embeddable: true, when: 'menu' },
  ],
  routes: [
    { path: collection, parameters: {}, endpoints: [endpoints['list-menu-locations']] },
    {
      path: `${collection}/<location>`,
      parameters: { location: optional(Type.String({ description: 'The name of the location.' })) },
      endpoints: [endpoints['get-menu-location']],
    },
  ],
};
