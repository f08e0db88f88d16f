// Implements the endpoint for the initial configuration of editor screens. It requires the capability to edit entries of the
// content type, to assign terms of the taxonomy, or to manage the settings of the site (protocol.md §20).
import { type ViewConfigEndpoints, viewConfigFields, viewConfigModule } from '../../../contract/cms-v2/view-config.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { type PlainRow, plainPresenter } from '../../http/plain-presenter.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { designListConfig } from './design-lists.ts';

/** The resource of an editor screen: a content type, a taxonomy, or the site. */
type ScreenResource =
  | { readonly kind: 'postType'; readonly of: ContentType }
  | { readonly kind: 'taxonomy'; readonly of: Taxonomy }
  /** The identity of the site. Its screen is a form without a list. */
  | { readonly kind: 'root'; readonly of: { readonly name: 'site' } };

/** The target of the permission. */
type ViewConfigTargets = { 'read-view-config': ScreenResource };

/** The row of a view configuration. */
type ViewConfigRow = PlainRow<typeof viewConfigFields>;

/** The operations, keyed by their names in the contract. */
type ViewConfigOperations = Operations<ViewConfigEndpoints, ViewConfigTargets, ViewConfigRow>;

const forbiddenError = { code: 'rest_cannot_read', message: 'You are not allowed to view this screen configuration.' };

/** Returns the type, taxonomy or site with this kind and name; undefined if it does not exist. */
function findScreenResource(contract: Contract, kind: string, name: string): ScreenResource | undefined {
  if (kind === 'root' && name === 'site') return { kind, of: { name } };
  const type = kind === 'postType' ? contract.types.get(name) : undefined;
  if (type) return { kind: 'postType', of: type };
  const taxonomy = kind === 'taxonomy' ? contract.taxonomies.get(name) : undefined;
  return taxonomy && { kind: 'taxonomy', of: taxonomy };
}

/**
 * Returns the permission of view configurations, keyed by its name in the contract. The `load` function throws
 * ApiError 404 `rest_view_config_invalid_entity` for an unknown type or taxonomy.
 */
const defineViewConfigPermissions = (contract: Contract): Permissions<ViewConfigEndpoints, ViewConfigTargets> => ({
  'read-view-config': {
    async load({ args: { kind = '', name = '' } }) {
      const resource = findScreenResource(contract, kind, name);
      if (!resource)
        throw new ApiError(
          'rest_view_config_invalid_entity',
          404,
          'No content type or taxonomy with this kind and name.',
        );
      return resource;
    },
    permit: ({ actor }, resource) => (actor.can(requiredCapability(resource)) ? undefined : forbiddenError),
  },
});

/** Returns the capability that is required to read the configuration of a screen. */
function requiredCapability(resource: ScreenResource): string {
  switch (resource.kind) {
    case 'postType':
      return resource.of.rights.edit;
    case 'taxonomy':
      return resource.of.rights.assign;
    case 'root':
      return 'manage_options';
  }
}

// GET /cms/v2/view-config: returns the initial configuration of an editor screen for entries, terms, or the identity of the site.

/** Version of the response format. */
const version = 1;

/** Responds with the configuration of the screen for the type, taxonomy or site that the permission has loaded. */
const getViewConfig = (theme: Theme): ViewConfigOperations['get-view-config'] => ({
  async run(_call, resource) {
    const { kind, of: declaration } = resource;
    return { kind: 'record', row: { kind, name: declaration.name, version, ...createConfig(resource, theme) } };
  },
});

function createConfig(resource: ScreenResource, theme: Theme): Omit<ViewConfigRow, 'kind' | 'name' | 'version'> {
  switch (resource.kind) {
    case 'postType':
      return { ...entriesConfig(resource.of), ...designListConfig(resource.of.name, theme) };
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

/** Returns the module of view configurations. */
export function viewConfigEndpoints({ contract, site }: Pick<EntryDeps, 'contract' | 'site'>): Module {
  return implement(viewConfigModule, {
    permissions: defineViewConfigPermissions(contract),
    operations: { 'get-view-config': getViewConfig(site.theme) },
    presenter: plainPresenter(viewConfigFields),
  });
}
