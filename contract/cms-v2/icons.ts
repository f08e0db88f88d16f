// Pictures for user interfaces, as SVG, in collections (protocol.md §20).
import { type Args, contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** The operations of the room `icons`; each is a file of that name there. */
export const iconOperations = ['list-icons', 'get-icon', 'list-icon-collections', 'get-icon-collection'] as const;

/** The rule that their routes name. */
export const iconPermissions = ['read-icons'] as const;

const text = (description: string) => Type.String({ description, context: everywhere, readonly: true });
const collection = optional(
  Type.String({ description: 'The collection of the pictures.', segment: '[a-z][a-z0-9-]*' }),
);
const permission = 'read-icons';
const context = contextParameter;

export const iconFields = {
  name: text('The name of the picture, with that of its collection.'),
  label: text('What people call it.'),
  content: text('The picture as SVG.'),
  collection: text('The collection it is in.'),
};

// How many a page has is taken and changes nothing: a collection is shown whole (protocol.md §20).
const { search, page, per_page } = pagingParameters();
const listParameters = { context, search, page, per_page };
export type IconListArgs = Args<typeof listParameters>;

export const icons: Resource<typeof iconFields> = {
  title: 'icon',
  description:
    'Vector images for the screens of editors. The service brings one small collection, core; there is no way to add icons.',
  namespace: 'cms/v2',
  room: 'icons',
  fields: iconFields,
  links: [
    { rel: 'self', href: '/cms/v2/icons/{name}' },
    { rel: 'collection', href: '/cms/v2/icons' },
  ],
  routes: [
    {
      path: '/cms/v2/icons',
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'list-icons', totals: false, permission, parameters: listParameters }],
    },
    {
      path: '/cms/v2/icons/<collection>',
      parameters: { collection },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-icons',
          answers: 'list',
          totals: false,
          permission,
          parameters: listParameters,
        },
      ],
    },
    {
      path: '/cms/v2/icons/<collection>/<name>',
      parameters: {
        collection,
        name: optional(
          Type.String({ description: 'The name of the picture in its collection.', segment: '[a-z0-9][a-z0-9-]*' }),
        ),
      },
      endpoints: [{ methods: ['GET'], operation: 'get-icon', permission, parameters: { context } }],
    },
  ],
};

export const iconCollections: Resource = {
  title: 'icon-collection',
  namespace: 'cms/v2',
  room: 'icons',
  fields: {
    slug: text('What requests call the collection.'),
    label: text('What people call it.'),
    description: text('What is in it.'),
  },
  links: [
    { rel: 'self', href: '/cms/v2/icon-collections/{slug}' },
    { rel: 'collection', href: '/cms/v2/icon-collections' },
  ],
  routes: [
    {
      path: '/cms/v2/icon-collections',
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'list-icon-collections', permission, parameters: { context } }],
    },
    {
      path: '/cms/v2/icon-collections/<slug>',
      parameters: {
        slug: optional(Type.String({ description: 'What requests call the collection.', segment: '[a-z][a-z0-9-]*' })),
      },
      endpoints: [{ methods: ['GET'], operation: 'get-icon-collection', permission, parameters: { context } }],
    },
  ],
};
