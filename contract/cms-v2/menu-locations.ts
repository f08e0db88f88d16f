// The places of a theme that menus are shown at (specification: Menu locations; terms-menus-and-blocks.md §2).
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';

/** The operations of the room `menu-locations`; each is a file of that name there. */
export const menuLocationOperations = ['list-menu-locations', 'get-menu-location'] as const;

/** The rules that the routes of menu locations name. */
export const menuLocationPermissions = ['read-menu-locations'] as const;

const collection = '/cms/v2/menu-locations';
const parameters = { context: contextParameter };

export const menuLocations: Resource = {
  title: 'menu-location',
  namespace: 'cms/v2',
  room: 'menu-locations',
  fields: {
    name: Type.String({ description: 'The name of the place.', context: everywhere, readonly: true }),
    description: Type.String({ description: 'What the place is for.', context: everywhere, readonly: true }),
    menu: Type.Integer({ description: 'The menu shown there; 0: none.', context: everywhere, readonly: true }),
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
      parameters: { location: optional(Type.String({ description: 'The name of the place.' })) },
      endpoints: [{ methods: ['GET'], operation: 'get-menu-location', permission: 'read-menu-locations', parameters }],
    },
  ],
};
