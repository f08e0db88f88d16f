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
    const config = kind === 'postType' ? ofEntries(of) : ofTerms(of);
    return { kind: 'record', row: { kind, name: of.name, version, ...config } };
  },
});

/** What is the same in every list: a table of twenty, and a layout without pictures beside it. */
function listOf(titleField: string, sort: object, fields: readonly string[], mediaField?: string) {
  const shown = { titleField, ...(mediaField && { mediaField }), fields };
  return {
    default_view: { type: 'table', search: '', page: 1, perPage: 20, filters: [], sort, ...shown },
    default_layouts: { table: { layout: {} }, list: { layout: {} }, ...(mediaField && { grid: { layout: {} } }) },
  };
}

const hasAll = { slug: 'all', title: 'All' };
const states: readonly (readonly [slug: string, title: string])[] = [
  ['publish', 'Published'],
  ['future', 'Scheduled'],
  ['draft', 'Drafts'],
  ['pending', 'Pending'],
  ['private', 'Private'],
  ['trash', 'Trash'],
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
  const lists = hasStates(type) ? states.map(([slug, title]) => ({ slug, title, view: filtered(slug) })) : [];
  const sort = { field: 'date', direction: 'desc' };
  return {
    ...listOf('title', sort, fields, has('thumbnail') ? 'featured_media' : undefined),
    view_list: [hasAll, ...lists],
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
