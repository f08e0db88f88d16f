// The home screen, and the screens of what people write: entries, media, comments and terms.
import { __ } from '@wordpress/i18n';
import { type Bootstrap, navigationType } from '../../data/bootstrap.ts';
import { loadEditorLocale } from '../../data/locale.ts';
import { editableTypes, mayEditMenus, mayManageTerms, mayModerate, mayUpload } from '../../data/permissions.ts';
import { paths } from '../../ui/paths.ts';
import type { RouteParameters } from '../../ui/screen-props.ts';
import { loadMenus } from './design.ts';
import { type Route, withStyles } from './route.ts';

/** Returns the type of the entries that the editor opens. */
const editedTypeOf = (bootstrap: Bootstrap, { type }: RouteParameters) =>
  editableTypes(bootstrap).find(({ slug }) => slug === type);

const typeOf = ({ types }: Bootstrap, { type }: RouteParameters) => types.find(({ slug }) => slug === type);

/** Returns the taxonomy of a path if the user may manage its terms. */
const taxonomyOf = ({ taxonomies }: Bootstrap, { taxonomy }: RouteParameters) =>
  taxonomies.find((each) => each.slug === taxonomy && mayManageTerms(each));

const loadEditor = async () => {
  await loadEditorLocale();
  return import('../../screens/editor/screen.tsx');
};

/** The screens. Those of menus precede the list of a type, whose path matches theirs, too. */
export const contentRoutes: readonly Route[] = [
  {
    path: '/',
    title: () => __('Home'),
    isAvailable: () => true,
    links: () => [{ group: 'content', path: paths.home, label: __('Home') }],
    help: 'admin#write',
    load: () => import('../../screens/home/screen.tsx'),
  },
  {
    path: '/content/nav_menu_item/:id',
    title: () => __('Menus'),
    isAvailable: (bootstrap, { id = '' }) => mayEditMenus(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#menus',
    load: () => import('../../screens/menu-item/screen.tsx'),
  },
  {
    path: `/content/${navigationType}`,
    title: () => __('Menus'),
    isAvailable: mayEditMenus,
    help: 'admin#menus',
    load: loadMenus,
  },
  {
    path: '/content/:type',
    title: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.name ?? '',
    isAvailable: (bootstrap, parameters) => typeOf(bootstrap, parameters) !== undefined,
    links: ({ types }) => types.map(({ slug, name }) => ({ group: 'content', path: paths.entries(slug), label: name })),
    help: 'admin#lists',
    load: () => withStyles(['lists', 'fields', 'previews'], () => import('../../screens/entries/screen.tsx')),
  },
  {
    path: '/media',
    title: () => __('Media'),
    isAvailable: mayUpload,
    links: () => [{ group: 'content', path: paths.media, label: __('Media') }],
    help: 'admin#media',
    load: () => withStyles(['lists', 'fields', 'previews', 'media'], () => import('../../screens/media/screen.tsx')),
  },
  {
    path: '/media/:id',
    title: () => __('File'),
    isAvailable: (bootstrap, { id = '' }) => mayUpload(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#media',
    load: () => withStyles(['previews', 'media'], () => import('../../screens/media-file/screen.tsx')),
  },
  {
    path: '/content/:type/new',
    title: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.labels.add_new_item ?? '',
    isAvailable: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.can.create === true,
    help: 'admin#write',
    load: () => import('../../screens/new-entry/screen.tsx'),
  },
  {
    path: '/content/:type/:id',
    title: (bootstrap, parameters) => editedTypeOf(bootstrap, parameters)?.labels.edit_item ?? '',
    isAvailable: (bootstrap, parameters) =>
      editedTypeOf(bootstrap, parameters) !== undefined && /^[1-9]\d*$/.test(parameters.id ?? ''),
    help: 'admin#in-the-editor',
    load: () => withStyles('editor', loadEditor),
    isFullScreen: true,
  },
  {
    path: paths.comments,
    title: () => __('Comments'),
    isAvailable: mayModerate,
    links: () => [{ group: 'content', path: paths.comments, label: __('Comments') }],
    help: 'admin#comments',
    load: () => withStyles(['fields', 'comments'], () => import('../../screens/comments/screen.tsx')),
  },
  {
    path: '/terms/:taxonomy',
    title: (bootstrap, parameters) => taxonomyOf(bootstrap, parameters)?.name ?? '',
    isAvailable: (bootstrap, parameters) => taxonomyOf(bootstrap, parameters) !== undefined,
    // Taxonomies of types without a list, such as those of patterns, belong to other screens.
    links: ({ taxonomies, types }) =>
      taxonomies
        .filter((taxonomy) => mayManageTerms(taxonomy) && types.some(({ slug }) => taxonomy.types.includes(slug)))
        .map(({ slug, name }) => ({ group: 'content', path: paths.terms(slug), label: name })),
    help: 'admin#categories-tags-and-other-terms',
    load: () => withStyles(['lists', 'fields', 'terms'], () => import('../../screens/terms/screen.tsx')),
  },
];
