// Determines the configurations of the lists of templates, template parts and patterns, which differ from those of other entries: they
// display previews, and their views are areas of the theme and categories.
import { partAreas } from '../../theme/standard-templates.ts';
import type { Theme } from '../../theme/theme.ts';

/** A view of a list. */
interface ListView {
  readonly slug: string;
  readonly title: string;
}

/** The configuration of a list. */
interface ListConfig {
  readonly default_view: object;
  readonly default_layouts: object;
  readonly view_list: readonly ListView[];
}

/** The slugs of the views are those that existing editors expect. */
const views: Readonly<Record<string, (theme: Pick<Theme, 'patternCategories'>) => readonly ListView[]>> = {
  cms_template: () => [{ slug: 'all', title: 'All' }],
  cms_template_part: () => [
    { slug: 'all-parts', title: 'All template parts' },
    ...partAreas.map(({ area, label }) => ({ slug: area, title: label })),
  ],
  cms_block: ({ patternCategories }) => [
    { slug: 'all-patterns', title: 'All patterns' },
    { slug: 'my-patterns', title: 'My patterns' },
    ...patternCategories.map(({ name, label }) => ({ slug: name, title: label })),
    { slug: 'uncategorized', title: 'Uncategorized' },
  ],
};

/** Fields of templates and template parts, apart from title and preview. */
const fields: Readonly<Record<string, readonly string[]>> = {
  cms_template: ['author'],
  cms_template_part: ['author'],
  cms_block: [],
};

/** Returns the configuration of the list of a content type; undefined if it is that of other entries. */
export function designListConfig(type: string, theme: Pick<Theme, 'patternCategories'>): ListConfig | undefined {
  const viewsOf = views[type];
  if (!viewsOf) return undefined;
  return {
    default_view: {
      ...{ type: 'grid', search: '', page: 1, perPage: 20, filters: [], sort: { field: 'title', direction: 'asc' } },
      ...{ titleField: 'title', mediaField: 'preview', fields: fields[type] },
      ...(type !== 'cms_block' && { descriptionField: 'description' }),
    },
    default_layouts: { grid: { layout: {} }, table: { showMedia: false, layout: {} } },
    view_list: viewsOf(theme),
  };
}
