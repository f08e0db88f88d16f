// Declares icons for user interfaces: SVG images in collections (protocol.md §20).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

const text = (description: string) => ReadOnly.String(description, everywhere);
const collection = optional(
  Type.String({ description: 'The slug of the icon collection.', segment: '[a-z][a-z0-9-]*' }),
);
const context = contextParameter;

export const iconFields = {
  name: text('The name of the icon, prefixed with the slug of the collection.'),
  label: text('The display name.'),
  content: text('The icon, as SVG.'),
  collection: text('The slug of the collection of the icon.'),
};

export const iconCollectionFields = {
  slug: text('The slug of the collection.'),
  label: text('The display name.'),
  description: text('The description.'),
};

// `page` and `per_page` are accepted but have no effect, because lists are not paged (protocol.md §20).
const { search, page, per_page } = pagingParameters();

const endpoints = declareEndpoints({
  'list-icons': { totals: false, permission: 'read-icons', parameters: { context, search, page, per_page } },
  'get-icon': { permission: 'read-icons', parameters: { context } },
  'list-icon-collections': { permission: 'read-icons', parameters: { context } },
  'get-icon-collection': { permission: 'read-icons', parameters: { context } },
});

/** The module with the code of these endpoints. */
export const iconsModule: ModuleDeclaration<typeof endpoints, typeof iconFields & typeof iconCollectionFields> = {
  name: 'icons',
};

export const icons: Resource<typeof iconFields> = {
  title: 'icon',
  description: 'Vector images for editors. The service provides one small collection, core; icons cannot be added.',
  namespace: 'cms/v2',
  module: iconsModule,
  fields: iconFields,
  links: [
    { rel: 'self', href: '/cms/v2/icons/{name}' },
    { rel: 'collection', href: '/cms/v2/icons' },
  ],
  routes: [
    { path: '/cms/v2/icons', parameters: {}, endpoints: [endpoints['list-icons']] },
    {
      path: '/cms/v2/icons/<collection>',
      parameters: { collection },
      endpoints: [{ ...endpoints['list-icons'], answers: 'list' }],
    },
    {
      path: '/cms/v2/icons/<collection>/<name>',
      parameters: {
        collection,
        name: optional(
          Type.String({ description: 'The name of the icon in its collection.', segment: '[a-z0-9][a-z0-9-]*' }),
        ),
      },
      endpoints: [endpoints['get-icon']],
    },
  ],
};

export const iconCollections: Resource<typeof iconCollectionFields> = {
  title: 'icon-collection',
  namespace: 'cms/v2',
  module: iconsModule,
  fields: iconCollectionFields,
  links: [
    { rel: 'self', href: '/cms/v2/icon-collections/{slug}' },
    { rel: 'collection', href: '/cms/v2/icon-collections' },
  ],
  routes: [
    { path: '/cms/v2/icon-collections', parameters: {}, endpoints: [endpoints['list-icon-collections']] },
    {
      path: '/cms/v2/icon-collections/<slug>',
      parameters: {
        slug: optional(Type.String({ description: 'The slug of the collection.', segment: '[a-z][a-z0-9-]*' })),
      },
      endpoints: [endpoints['get-icon-collection']],
    },
  ],
};
