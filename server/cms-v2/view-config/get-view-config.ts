// GET on how a screen begins that lists and changes entries or terms.
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Operation } from '../../http/room.ts';
import type { Viewed } from './permissions.ts';

/** The version of the form of these answers. */
const version = 1;

/** Answers with the screen of what the rule has loaded, made of what its declaration says. */
export const getViewConfig = (): Operation => ({
  async run(_call, viewed: unknown) {
    const { kind, of } = viewed as Viewed;
    return { kind: 'record', row: { kind, name: of.name, version, ...configOf(viewed as Viewed) } };
  },
});

function configOf(viewed: Viewed): object {
  switch (viewed.kind) {
    case 'postType':
      return ofEntries(viewed.of);
    case 'taxonomy':
      return ofTerms(viewed.of);
    case 'root':
      return ofSite;
  }
}

/** The form for the identity of the site, in the settings' names. There is nothing to list. */
const ofSite = {
  default_view: {},
  default_layouts: {},
  view_list: [],
  form: {
    layout: { type: 'regular', labelPosition: 'top' },
    fields: ['title', 'description', 'site_logo', 'site_icon'],
  },
};

/** What is the same in every list: a table of twenty, and a layout without pictures beside it. */
function listOf(titleField: string, sort: object, fields: readonly string[], mediaField?: string) {
  const shown = { titleField, ...(mediaField && { mediaField }), fields };
  return {
    default_view: { type: 'table', search: '', page: 1, perPage: 20, filters: [], sort, ...shown },
    default_layouts: { table: { layout: {} }, list: { layout: {} }, ...(mediaField && { grid: { layout: {} } }) },
  };
}

const hasAll = { slug: 'all', title: 'All' };
/** One list for each status, under the slugs that existing editors look for. */
const lists: readonly { readonly slug: string; readonly title: string; readonly status: string }[] = [
  { slug: 'published', title: 'Published', status: 'publish' },
  { slug: 'future', title: 'Scheduled', status: 'future' },
  { slug: 'drafts', title: 'Drafts', status: 'draft' },
  { slug: 'pending', title: 'Pending', status: 'pending' },
  { slug: 'private', title: 'Private', status: 'private' },
  { slug: 'trash', title: 'Trash', status: 'trash' },
];

/** Media have one state, and templates and styles are published. */
const hasStates = ({ servedAs, held }: ContentType): boolean => servedAs === 'entries' && !held;

function ofEntries(type: ContentType) {
  const has = (feature: ContentType['supports'][number]) => type.supports.includes(feature);
  const fields = [
    ...(has('author') ? ['author'] : []),
    ...(hasStates(type) ? ['status'] : []),
    ...type.taxonomies,
    'date',
  ];
  const form = [
    ...(has('thumbnail') ? ['featured_media'] : []),
    'title',
    'slug',
    ...(has('excerpt') ? ['excerpt'] : []),
    ...(hasStates(type) ? ['status', 'date', 'password'] : []),
    ...(has('author') ? ['author'] : []),
    ...(has('comments') ? ['comment_status'] : []),
    ...(type.hierarchical ? ['parent'] : []),
    ...(has('page-attributes') ? ['menu_order'] : []),
    ...(has('sticky') ? ['sticky'] : []),
  ];
  const filtered = (status: string) => ({ filters: [{ field: 'status', operator: 'isAny', value: [status] }] });
  const ofStatuses = lists.map(({ slug, title, status }) => ({ slug, title, view: filtered(status) }));
  const sort = { field: 'date', direction: 'desc' };
  return {
    ...listOf('title', sort, fields, has('thumbnail') ? 'featured_media' : undefined),
    view_list: [hasAll, ...(hasStates(type) ? ofStatuses : [])],
    form: { layout: { type: 'panel' }, fields: form },
  };
}

function ofTerms(taxonomy: Taxonomy) {
  const sort = { field: 'name', direction: 'asc' };
  return {
    ...listOf('name', sort, ['description', 'slug', 'count']),
    view_list: [hasAll],
    form: {
      layout: { type: 'regular' },
      fields: ['name', 'slug', ...(taxonomy.hierarchical ? ['parent'] : []), 'description'],
    },
  };
}
