// GET /cms/v2/view-config: returns the initial configuration of an editor screen for entries, terms, or the identity of the site.
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { ScreenResource, ViewConfigOperations, ViewConfigRow } from './operations.ts';

/** Version of the response format. */
const version = 1;

/** Responds with the configuration of the screen for the type, taxonomy or site that the permission has loaded. */
export const getViewConfig = (): ViewConfigOperations['get-view-config'] => ({
  async run(_call, resource) {
    const { kind, of: declaration } = resource;
    return { kind: 'record', row: { kind, name: declaration.name, version, ...createConfig(resource) } };
  },
});

function createConfig(resource: ScreenResource): Omit<ViewConfigRow, 'kind' | 'name' | 'version'> {
  switch (resource.kind) {
    case 'postType':
      return entriesConfig(resource.of);
    case 'taxonomy':
      return termsConfig(resource.of);
    case 'root':
      return siteConfig;
  }
}

/** Configuration of the screen for the identity of the site: a form whose fields are settings, without a list. */
const siteConfig = {
  default_view: {},
  default_layouts: {},
  view_list: [],
  form: {
    layout: { type: 'regular', labelPosition: 'top' },
    fields: ['title', 'description', 'site_logo', 'site_icon'],
  },
};

/**
 * Returns the part of the configuration that all lists have in common: a table with 20 rows per page, and a list layout. If there
 * is a media field, there is also a grid layout.
 */
function listConfig(titleField: string, sort: object, fields: readonly string[], mediaField?: string) {
  const layoutFields = { titleField, ...(mediaField && { mediaField }), fields };
  return {
    default_view: { type: 'table', search: '', page: 1, perPage: 20, filters: [], sort, ...layoutFields },
    default_layouts: { table: { layout: {} }, list: { layout: {} }, ...(mediaField && { grid: { layout: {} } }) },
  };
}

const allList = { slug: 'all', title: 'All' };
/** Lists of entries with one status each, with the slugs that existing editors expect. */
const statusLists: readonly { readonly slug: string; readonly title: string; readonly status: string }[] = [
  { slug: 'published', title: 'Published', status: 'publish' },
  { slug: 'future', title: 'Scheduled', status: 'future' },
  { slug: 'drafts', title: 'Drafts', status: 'draft' },
  { slug: 'pending', title: 'Pending', status: 'pending' },
  { slug: 'private', title: 'Private', status: 'private' },
  { slug: 'trash', title: 'Trash', status: 'trash' },
];

/**
 * Whether the screen of a type offers statuses. It does not for types whose entries are served by a special resource group or belong
 * to other entries: for example, media items inherit the visibility of their parent entry, and templates are always published.
 */
const hasStatuses = ({ servedAs, held }: ContentType): boolean => servedAs === 'entries' && !held;

function entriesConfig(type: ContentType) {
  const has = (feature: ContentType['supports'][number]) => type.supports.includes(feature);
  const fields = [
    ...(has('author') ? ['author'] : []),
    ...(hasStatuses(type) ? ['status'] : []),
    ...type.taxonomies,
    'date',
  ];
  const form = [
    ...(has('thumbnail') ? ['featured_media'] : []),
    'title',
    'slug',
    ...(has('excerpt') ? ['excerpt'] : []),
    ...(hasStatuses(type) ? ['status', 'date', 'password'] : []),
    ...(has('author') ? ['author'] : []),
    ...(has('comments') ? ['comment_status'] : []),
    ...(type.hierarchical ? ['parent'] : []),
    ...(has('page-attributes') ? ['menu_order'] : []),
    ...(has('sticky') ? ['sticky'] : []),
  ];
  const filterByStatus = (status: string) => ({ filters: [{ field: 'status', operator: 'isAny', value: [status] }] });
  const statusViews = statusLists.map(({ slug, title, status }) => ({ slug, title, view: filterByStatus(status) }));
  const sort = { field: 'date', direction: 'desc' };
  return {
    ...listConfig('title', sort, fields, has('thumbnail') ? 'featured_media' : undefined),
    view_list: [allList, ...(hasStatuses(type) ? statusViews : [])],
    form: { layout: { type: 'panel' }, fields: form },
  };
}

function termsConfig(taxonomy: Taxonomy) {
  const sort = { field: 'name', direction: 'asc' };
  return {
    ...listConfig('name', sort, ['description', 'slug', 'count']),
    view_list: [allList],
    form: {
      layout: { type: 'regular' },
      fields: ['name', 'slug', ...(taxonomy.hierarchical ? ['parent'] : []), 'description'],
    },
  };
}
