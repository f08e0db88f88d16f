// Declares menu locations: the places in a theme that display menus (specification: Menu locations; terms-menus-and-blocks.md §2).
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';

/** Operations of the module `menu-locations`. Each is implemented in a file with its name, such as `list-menu-locations.ts`. */
export const menuLocationOperations = ['list-menu-locations', 'get-menu-location'] as const;

/** Permissions that the routes of menu locations require. */
export const menuLocationPermissions = ['read-menu-locations'] as const;

const collection = '/cms/v2/menu-locations';
const parameters = { context: contextParameter };

export const menuLocations: Resource = {
  title: 'menu-location',
  namespace: 'cms/v2',
  module: 'menu-locations',
  fields: {
    name: Type.String({ description: 'The name of the location.', context: everywhere, readonly: true }),
    description: Type.String({ description: 'The description of the location.', context: everywhere, readonly: true }),
    menu: Type.Integer({
      description: 'The ID of the assigned menu; 0 for none.',
      context: everywhere,
      readonly: true,
    }),
  },
  links: [
    { rel: 'self', href: `${collection}/{name}` },
    { rel: 'collection', href: collection },
    { rel: 'cms:menu', href: '/cms/v2/menus/{menu}', embeddable: true, when: 'menu' },
  ],
  routes: [
    {
      path: collection,
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-menu-locations',
          answers: 'keyed',
          permission: 'read-menu-locations',
          parameters,
        },
      ],
    },
    {
      path: `${collection}/<location>`,
      parameters: { location: optional(Type.String({ description: 'The name of the location.' })) },
      endpoints: [{ methods: ['GET'], operation: 'get-menu-location', permission: 'read-menu-locations', parameters }],
    },
  ],
};
