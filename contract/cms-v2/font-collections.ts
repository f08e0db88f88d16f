// Declares font collections: fonts that users can install, as listed in the configuration of the site (media-fonts-and-oembed.md, B3).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** A font collection in the configuration of the site. */
export interface FontCollection {
  /** The name of the collection in URLs. */
  readonly slug: string;
  readonly name: string;
  readonly description?: string;
  readonly font_families: readonly {
    /** The settings of the font family, with those of its font faces in `fontFace`. */
    readonly font_family_settings: object;
    /** Slugs of categories. */
    readonly categories?: readonly string[];
  }[];
  readonly categories?: readonly { readonly name: string; readonly slug: string }[];
}

const collection = '/cms/v2/font-collections';
const text = (description: string) => ReadOnly.String(description, everywhere);
const list = (description: string) => Type.Array(Type.Object({}), { description, context: everywhere, readonly: true });

export const fontCollectionFields = {
  slug: text('The name of the collection in URLs.'),
  name: text('The display name.'),
  description: text('The description.'),
  font_families: list('The font families, each with its settings, font faces and categories.'),
  categories: list('The categories of the font families.'),
};

const { search: _search, ...paging } = pagingParameters();

const endpoints = declareEndpoints({
  'list-font-collections': { answers: 'list', permission: 'read-font-collections', parameters: paging },
  'get-font-collection': { permission: 'read-font-collections', parameters: { context: contextParameter } },
});

/** The module with the code of these endpoints. */
export const fontCollectionsModule: ModuleDeclaration<typeof endpoints, typeof fontCollectionFields> = {
  name: 'font-collections',
};

export const fontCollections: Resource = {
  title: 'font-collection',
  description:
    'Fonts that editors can install: those in `fontCollections` in the configuration of the site. By default, there are none. No external catalog is used.',
  namespace: 'cms/v2',
  module: fontCollectionsModule,
  fields: fontCollectionFields,
  links: [
    { rel: 'self', href: `${collection}/{slug}` },
    { rel: 'collection', href: collection },
  ],
  routes: [
    { path: collection, parameters: {}, endpoints: [endpoints['list-font-collections']] },
    {
      path: `${collection}/<slug>`,
      parameters: {
        slug: optional(Type.String({ description: 'The slug of the collection.', segment: '[\\/\\w-]+' })),
      },
      endpoints: [endpoints['get-font-collection']],
    },
  ],
};
