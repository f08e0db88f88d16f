// Declares icons for user interfaces: SVG images in collections (protocol.md §20).
import { type Args, contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** Operations of the module `icons`. Each is implemented in a file with its name, such as `list-icons.ts`. */
export const iconOperations = ['list-icons', 'get-icon', 'list-icon-collections', 'get-icon-collection'] as const;

/** Permissions that the routes require. */
export const iconPermissions = ['read-icons'] as const;

const text = (description: string) => Type.String({ description, context: everywhere, readonly: true });
const collection = optional(
  Type.String({ description: 'The slug of the icon collection.', segment: '[a-z][a-z0-9-]*' }),
);
const permission = 'read-icons';
const context = contextParameter;

export const iconFields = {
  name: text('The name of the icon, prefixed with the slug of the collection.'),
  label: text('The display name.'),
  content: text('The icon, as SVG.'),
  collection: text('The slug of the collection of the icon.'),
};

// `page` and `per_page` are accepted but have no effect, because lists are not paged (protocol.md §20).
const { search, page, per_page } = pagingParameters();
const listParameters = { context, search, page, per_page };
export type IconListArgs = Args<typeof listParameters>;

export const icons: Resource<typeof iconFields> = {
  title: 'icon',
  description: 'Vector images for editors. The service provides one small collection, core; icons cannot be added.',
  namespace: 'cms/v2',
  module: 'icons',
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
          Type.String({ description: 'The name of the icon in its collection.', segment: '[a-z0-9][a-z0-9-]*' }),
        ),
      },
      endpoints: [{ methods: ['GET'], operation: 'get-icon', permission, parameters: { context } }],
    },
  ],
};

export const iconCollections: Resource = {
  title: 'icon-collection',
  namespace: 'cms/v2',
  module: 'icons',
  fields: {
    slug: text('The slug of the collection.'),
    label: text('The display name.'),
    description: text('The description.'),
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
        slug: optional(Type.String({ description: 'The slug of the collection.', segment: '[a-z][a-z0-9-]*' })),
      },
      endpoints: [{ methods: ['GET'], operation: 'get-icon-collection', permission, parameters: { context } }],
    },
  ],
};
