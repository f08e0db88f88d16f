// Collections of fonts that can be installed (media-fonts-and-oembed.md, B3): those that the site's configuration names.
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** The operations of the room `font-collections`; each is a file of that name there. */
export const fontCollectionOperations = ['list-font-collections', 'get-font-collection'] as const;

/** The rules that its routes name. */
export const fontCollectionPermissions = ['read-font-collections'] as const;

/** A collection, as the site's configuration declares it. */
export interface FontCollection {
  /** Its name in addresses. */
  readonly slug: string;
  readonly name: string;
  readonly description?: string;
  readonly font_families: readonly {
    /** What a font family is made with, and its faces under `fontFace`. */
    readonly font_family_settings: object;
    /** Slugs of categories. */
    readonly categories?: readonly string[];
  }[];
  readonly categories?: readonly { readonly name: string; readonly slug: string }[];
}

const collection = '/cms/v2/font-collections';
const text = (description: string) => Type.String({ description, context: everywhere, readonly: true });
const list = (description: string) => Type.Array(Type.Object({}), { description, context: everywhere, readonly: true });

const { search: _search, ...paging } = pagingParameters();

export const fontCollections: Resource = {
  title: 'font-collection',
  description:
    'Fonts that editors offer for installing: those that the configuration of the site names (fontCollections), none by default. No catalogue of another site is asked.',
  namespace: 'cms/v2',
  room: 'font-collections',
  fields: {
    slug: text('The name of the collection in addresses.'),
    name: text('What people call it.'),
    description: text('What is in it.'),
    font_families: list('Its families: the settings of each with its faces, and the categories it is in.'),
    categories: list('What its families can be sorted by.'),
  },
  links: [
    { rel: 'self', href: `${collection}/{slug}` },
    { rel: 'collection', href: collection },
  ],
  routes: [
    {
      path: collection,
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-font-collections',
          answers: 'list',
          permission: 'read-font-collections',
          parameters: paging,
        },
      ],
    },
    {
      path: `${collection}/<slug>`,
      parameters: {
        slug: optional(Type.String({ description: 'The name of the collection.', segment: '[\\/\\w-]+' })),
      },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-font-collection',
          permission: 'read-font-collections',
          parameters: { context: contextParameter },
        },
      ],
    },
  ],
};
