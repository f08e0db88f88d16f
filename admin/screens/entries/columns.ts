// The columns and filters that a list has: they depend on the features and the taxonomies of its content type.
import type { View } from '@wordpress/dataviews';
import type { ContentType, Taxonomy } from '../../data/bootstrap.ts';
import type { QueryValue } from '../../data/client.ts';
import { apiQueryOf, type ListDefinition, valuesOf } from '../../data/lists/view.ts';
import { listedStatuses } from '../../data/records.ts';
import type { Embeddable } from '../../data/resources/entries.ts';

/** A content type with its taxonomies, as far as its list depends on them. */
export interface ListedType {
  readonly type: ContentType;
  /** The taxonomies of the type whose terms the user may assign. */
  readonly taxonomies: readonly Taxonomy[];
}

const has = ({ type }: ListedType, feature: string): boolean => type.supports[feature] !== undefined;

/** Whether entries of the type have authors. */
const hasAuthors = (listed: ListedType): boolean => has(listed, 'author');

/** Whether entries of the type have a position among their siblings. */
const hasOrder = (listed: ListedType): boolean => has(listed, 'page-attributes');

/** Whether entries of the type have featured images. */
export const hasImages = (listed: ListedType): boolean => has(listed, 'thumbnail');

/** The name of the field with the featured images, which only the grid displays. */
export const imageField = 'image';

/** Returns the columns that a list displays by default. The title is always displayed. */
const defaultColumns = (listed: ListedType): string[] => [
  ...(listed.type.hierarchical ? ['parent'] : []),
  ...(hasAuthors(listed) ? ['author'] : []),
  ...['status', 'date'],
];

/** Returns all columns that a list can display, except the title. */
export const allColumns = (listed: ListedType): string[] => [
  ...defaultColumns(listed),
  ...listed.taxonomies.map(columnOfTaxonomy),
  ...(hasOrder(listed) ? ['menu_order'] : []),
  'modified',
];

/** Returns the name of the column and the filter of a taxonomy, which is also that of the parameter in the API and in the URL. */
export const columnOfTaxonomy = ({ rest_base }: Taxonomy): string => rest_base;

/** Returns the relations whose records the columns display. */
const embeddedRelations = ({ taxonomies }: ListedType, columns: readonly string[], isGrid: boolean): Embeddable[] => [
  ...(isGrid ? (['wp:featuredmedia'] as const) : []),
  ...(columns.includes('author') ? (['author'] as const) : []),
  ...(columns.includes('parent') ? (['up'] as const) : []),
  ...(taxonomies.some((taxonomy) => columns.includes(columnOfTaxonomy(taxonomy))) ? (['wp:term'] as const) : []),
];

/** Columns by which lists can be sorted, and the values of `orderby`. */
const orders: Readonly<Record<string, string>> = {
  title: 'title',
  date: 'date',
  modified: 'modified',
  author: 'author',
  menu_order: 'menu_order',
};

/** Returns what the list of a content type can show. */
export function definitionOf(listed: ListedType): ListDefinition {
  const columns = allColumns(listed);
  return {
    titleField: 'title',
    columns,
    defaultColumns: defaultColumns(listed),
    orders: Object.fromEntries(Object.entries(orders).filter(([column]) => ['title', ...columns].includes(column))),
    defaultSort: { field: 'date', direction: 'desc' },
    filters: ['status', ...(hasAuthors(listed) ? ['author'] : []), ...listed.taxonomies.map(columnOfTaxonomy)],
    hasDateFilter: true,
    ...(hasImages(listed) && { grid: { mediaField: imageField, fields: ['status', 'date'], isDefault: false } }),
  };
}

/** Returns the query of the API for a view. It includes the records that the columns display. */
export function entryQueryOf(view: View, listed: ListedType): Readonly<Record<string, QueryValue>> {
  const embedded = embeddedRelations(listed, view.fields ?? [], view.type === 'grid');
  return {
    ...apiQueryOf(view, definitionOf(listed)),
    status: valuesOf(view, 'status') ?? listedStatuses,
    _embed: embedded.length > 0 ? embedded : undefined,
  };
}
