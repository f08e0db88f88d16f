// The screens of the design of the site: menus and the site editor.
import { __ } from '@wordpress/i18n';
import { loadEditorLocale } from '../../data/locale.ts';
import { mayEditMenus } from '../../data/permissions.ts';
import { paths } from '../../ui/paths.ts';
import { type Route, withStyles } from './route.ts';

/** Loads the screen of menus. */
export const loadMenus = () => withStyles(['fields', 'tabs', 'menus'], () => import('../../screens/menus/screen.tsx'));

const loadSiteEditor = async () => {
  await loadEditorLocale();
  return import('../../screens/site-editor/screen.tsx');
};

/** The screens. */
export const designRoutes: readonly Route[] = [
  {
    path: '/menus',
    title: () => __('Menus'),
    isAvailable: mayEditMenus,
    links: () => [{ group: 'site', path: paths.menus(), label: __('Menus') }],
    help: 'admin#menus',
    load: loadMenus,
  },
  {
    path: '/menus/:id',
    title: () => __('Menus'),
    isAvailable: (bootstrap, { id = '' }) => mayEditMenus(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#menus',
    load: loadMenus,
  },
  {
    path: paths.siteEditor,
    title: () => __('Site editor'),
    isAvailable: mayEditMenus,
    links: () => [{ group: 'site', path: paths.siteEditor, label: __('Site editor') }],
    help: 'admin#site-editor',
    load: () => withStyles(['editor', 'site-editor'], loadSiteEditor),
    isFullScreen: true,
  },
];
