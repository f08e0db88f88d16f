// The screens of the admin with their paths: navigation, titles and "not found" derive from this table.

import { __, sprintf } from '@wordpress/i18n';
import type { ComponentType } from 'react';
import { type Bootstrap, navigationType } from '../data/bootstrap.ts';
import { loadEditorLocale } from '../data/locale.ts';
import {
  editableTypes,
  mayCreateUsers,
  mayEditForms,
  mayEditMenus,
  mayImport,
  mayManageSettings,
  mayManageTerms,
  mayManageUsers,
  mayModerate,
  mayUpload,
} from '../data/permissions.ts';
import { findGuideTitle } from '../data/resources/guides.ts';
import { spamFilterName } from '../data/resources/spam-filter.ts';
import { loadStyles } from '../data/styles.ts';
import type { HelpTarget } from '../ui/guides.ts';
import { paths } from '../ui/paths.ts';
import type { RouteParameters, ScreenProps } from '../ui/screen-props.ts';

/** A link in the navigation. */
export interface NavigationLink {
  /** The part of the navigation: what people write, or what concerns the whole site. */
  readonly group: 'content' | 'site';
  readonly path: string;
  readonly label: string;
}

/** A screen with its path below the admin. */
export interface Route {
  /** The path; `:name` is a placeholder for one segment. */
  readonly path: string;
  /** The title of the page. */
  readonly title: (bootstrap: Bootstrap, parameters: RouteParameters) => string;
  /** Whether the screen exists for this user. */
  readonly isAvailable: (bootstrap: Bootstrap, parameters: RouteParameters) => boolean;
  /** The links to the screen in the navigation: if the path has placeholders, only those to available screens. */
  readonly links?: (bootstrap: Bootstrap) => readonly NavigationLink[];
  /** The section of a guide that describes the screen; null for the guides themselves. */
  readonly help: HelpTarget | null;
  /** Loads the code of the screen. */
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
  /** Whether the screen uses the window without the navigation. */
  readonly isFullScreen?: boolean;
}

/** Returns the type of the entries that the editor opens. */
const editedTypeOf = (bootstrap: Bootstrap, { type }: RouteParameters) =>
  editableTypes(bootstrap).find(({ slug }) => slug === type);

const typeOf = ({ types }: Bootstrap, { type }: RouteParameters) => types.find(({ slug }) => slug === type);

/** Returns the taxonomy of a path if the user may manage its terms. */
const taxonomyOf = ({ taxonomies }: Bootstrap, { taxonomy }: RouteParameters) =>
  taxonomies.find((each) => each.slug === taxonomy && mayManageTerms(each));

/** Returns the screen of an extension at a path. */
const extensionScreenOf = ({ extensionScreens }: Bootstrap, { extension, screen }: RouteParameters) =>
  extensionScreens.find((each) => each.extension === extension && each.name === screen);

/** Loads the code of a screen and its style sheets. */
async function withStyles<T>(names: string | readonly string[], load: () => Promise<T>): Promise<T> {
  const [screen] = await Promise.all([load(), ...[names].flat().map(loadStyles)]);
  return screen;
}

/** Whether the user may read the audit log and the emails, which name users. */
const mayReadLogs = (bootstrap: Bootstrap): boolean =>
  mayManageSettings(bootstrap) && bootstrap.capabilities.list_users === true;

const loadSettings = () => withStyles(['fields', 'tabs', 'settings'], () => import('../screens/settings/screen.tsx'));

const loadEditor = async () => {
  await loadEditorLocale();
  return import('../screens/editor/screen.tsx');
};

const loadSiteEditor = async () => {
  await loadEditorLocale();
  return import('../screens/site-editor/screen.tsx');
};

const loadMenus = () => withStyles(['fields', 'tabs', 'menus'], () => import('../screens/menus/screen.tsx'));

/** All screens. The first one with a matching path is used. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: () => __('Home'),
    isAvailable: () => true,
    links: () => [{ group: 'content', path: paths.home, label: __('Home') }],
    help: 'admin#write',
    load: () => import('../screens/home/screen.tsx'),
  },
  {
    path: '/content/nav_menu_item/:id',
    title: () => __('Menus'),
    isAvailable: (bootstrap, { id = '' }) => mayEditMenus(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#menus',
    load: () => import('../screens/menu-item/screen.tsx'),
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
    load: () => withStyles(['lists', 'fields', 'previews'], () => import('../screens/entries/screen.tsx')),
  },
  {
    path: '/media',
    title: () => __('Media'),
    isAvailable: mayUpload,
    links: () => [{ group: 'content', path: paths.media, label: __('Media') }],
    help: 'admin#media',
    load: () => withStyles(['lists', 'fields', 'previews', 'media'], () => import('../screens/media/screen.tsx')),
  },
  {
    path: '/media/:id',
    title: () => __('File'),
    isAvailable: (bootstrap, { id = '' }) => mayUpload(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#media',
    load: () => withStyles(['previews', 'media'], () => import('../screens/media-file/screen.tsx')),
  },
  {
    path: '/content/:type/new',
    title: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.labels.add_new_item ?? '',
    isAvailable: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.can.create === true,
    help: 'admin#write',
    load: () => import('../screens/new-entry/screen.tsx'),
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
    load: () => withStyles(['fields', 'comments'], () => import('../screens/comments/screen.tsx')),
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
    load: () => withStyles(['lists', 'fields', 'terms'], () => import('../screens/terms/screen.tsx')),
  },
  {
    path: paths.forms,
    title: () => __('Forms'),
    isAvailable: mayEditForms,
    links: () => [{ group: 'content', path: paths.forms, label: __('Forms') }],
    help: 'admin#forms',
    load: () => withStyles(['lists', 'forms'], () => import('../screens/forms/screen.tsx')),
  },
  {
    path: paths.newForm,
    title: () => __('Add form'),
    isAvailable: mayEditForms,
    help: 'admin#forms',
    load: () => withStyles(['fields', 'forms'], () => import('../screens/forms/new-form.tsx')),
  },
  {
    path: paths.formPerson,
    title: () => __('Find a person'),
    isAvailable: (bootstrap) => mayEditForms(bootstrap) && mayManageSettings(bootstrap),
    help: 'admin#forms',
    load: () => withStyles(['fields', 'forms'], () => import('../screens/submissions/person.tsx')),
  },
  {
    path: '/forms/:id',
    title: () => __('Edit form'),
    isAvailable: (bootstrap, { id = '' }) => mayEditForms(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#forms',
    load: () => withStyles(['fields', 'forms'], () => import('../screens/forms/edit-form.tsx')),
  },
  {
    path: '/forms/:id/submissions',
    title: () => __('Submissions'),
    isAvailable: (bootstrap, { id = '' }) => mayEditForms(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#forms',
    load: () => withStyles(['lists', 'fields', 'forms'], () => import('../screens/submissions/screen.tsx')),
  },
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
  {
    path: paths.users,
    title: () => __('Users'),
    isAvailable: mayManageUsers,
    links: () => [{ group: 'site', path: paths.users, label: __('Users') }],
    help: 'admin#users',
    load: () => withStyles(['lists', 'fields', 'users'], () => import('../screens/users/screen.tsx')),
  },
  {
    path: paths.newUser,
    title: () => __('Add user'),
    isAvailable: mayCreateUsers,
    help: 'admin#users',
    load: () => withStyles(['fields', 'users'], () => import('../screens/users/new-user.tsx')),
  },
  {
    path: '/users/:id',
    title: () => __('Edit user'),
    isAvailable: (bootstrap, { id = '' }) => mayManageUsers(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#users',
    load: () => withStyles(['fields', 'users'], () => import('../screens/users/user.tsx')),
  },
  {
    path: paths.profile,
    title: () => __('Your profile'),
    isAvailable: () => true,
    help: 'admin#your-profile',
    load: () => withStyles(['fields', 'users'], () => import('../screens/users/profile.tsx')),
  },
  {
    path: '/settings',
    title: () => __('Settings'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.settings(), label: __('Settings') }],
    help: 'admin#settings',
    load: loadSettings,
  },
  {
    path: '/settings/:group',
    title: () => __('Settings'),
    isAvailable: mayManageSettings,
    help: 'admin#settings',
    load: loadSettings,
  },
  {
    path: paths.health,
    title: () => __('Site health'),
    isAvailable: ({ capabilities }) => capabilities.install_plugins === true,
    links: () => [{ group: 'site', path: paths.health, label: __('Site health') }],
    help: 'admin#operations',
    load: () => withStyles('health', () => import('../screens/health/screen.tsx')),
  },
  {
    path: paths.auditLog,
    title: () => __('Audit log'),
    isAvailable: mayReadLogs,
    links: () => [{ group: 'site', path: paths.auditLog, label: __('Audit log') }],
    help: 'admin#operations',
    load: () => withStyles('lists', () => import('../screens/audit-log/screen.tsx')),
  },
  {
    path: paths.backups,
    title: () => __('Backups'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.backups, label: __('Backups') }],
    help: 'admin#backups',
    load: () => withStyles(['uploads', 'backups'], () => import('../screens/backups/screen.tsx')),
  },
  {
    path: paths.emails,
    title: () => __('Emails'),
    isAvailable: mayReadLogs,
    links: () => [{ group: 'site', path: paths.emails, label: __('Emails') }],
    help: 'admin#operations',
    load: () => withStyles('emails', () => import('../screens/emails/screen.tsx')),
  },
  {
    path: paths.importSite,
    title: () => __('Import'),
    isAvailable: mayImport,
    links: () => [{ group: 'site', path: paths.importSite, label: __('Import') }],
    help: 'admin#import-a-site',
    load: () => withStyles(['fields', 'import'], () => import('../screens/import/screen.tsx')),
  },
  {
    path: paths.spamFilter,
    title: () => __('Spam filter'),
    isAvailable: ({ capabilities, extensions }) =>
      extensions.includes(spamFilterName) && capabilities.moderate_comments === true,
    links: () => [{ group: 'site', path: paths.spamFilter, label: __('Spam filter') }],
    help: 'admin#spam-filter',
    load: () => withStyles(['tabs', 'spam-filter'], () => import('../screens/spam-filter/screen.tsx')),
  },
  {
    path: '/extensions/:extension/:screen',
    title: (bootstrap, parameters) => extensionScreenOf(bootstrap, parameters)?.title ?? '',
    isAvailable: (bootstrap, parameters) => extensionScreenOf(bootstrap, parameters) !== undefined,
    links: ({ extensionScreens }) =>
      extensionScreens.map(({ extension, name, title }) => ({
        ...{ group: 'site', label: title },
        path: paths.extensionScreen(extension, name),
      })),
    help: 'admin#screens-of-extensions',
    load: () => withStyles('fields', () => import('../screens/extension-screen/screen.tsx')),
  },
  {
    path: paths.webhooks,
    title: () => __('Webhooks'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.webhooks, label: __('Webhooks') }],
    help: 'admin#webhooks',
    load: () => withStyles('webhooks', () => import('../screens/webhooks/screen.tsx')),
  },
  {
    path: paths.newWebhook,
    title: () => __('Add webhook'),
    isAvailable: mayManageSettings,
    help: 'admin#webhooks',
    load: () => withStyles(['fields', 'webhooks'], () => import('../screens/webhooks/new-webhook.tsx')),
  },
  {
    path: '/automation/webhooks/:id',
    title: () => __('Webhook'),
    isAvailable: (bootstrap, { id = '' }) => mayManageSettings(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#webhooks',
    load: () => withStyles(['fields', 'tabs', 'webhooks'], () => import('../screens/webhooks/webhook.tsx')),
  },
  {
    path: paths.jobs,
    title: () => __('Scheduled jobs'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.jobs, label: __('Scheduled jobs') }],
    help: 'admin#scheduled-jobs',
    load: () => withStyles('jobs', () => import('../screens/jobs/screen.tsx')),
  },
  {
    path: paths.liveFeed,
    title: () => __('Live feed'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.liveFeed, label: __('Live feed') }],
    help: 'admin#live-feed',
    load: () => withStyles(['fields', 'live-feed'], () => import('../screens/live-feed/screen.tsx')),
  },
  {
    path: paths.aiTools,
    title: () => __('AI tools'),
    isAvailable: ({ capabilities }) => capabilities.edit_posts === true,
    links: () => [{ group: 'site', path: paths.aiTools, label: __('AI tools') }],
    help: 'admin#ai-tools',
    load: () => withStyles(['fields', 'ai-tools'], () => import('../screens/ai-tools/screen.tsx')),
  },
  {
    path: '/help/:guide',
    // translators: %s: title of a guide.
    title: (_bootstrap, { guide = '' }) => sprintf(__('Help: %s'), findGuideTitle(guide) ?? ''),
    isAvailable: (_bootstrap, { guide = '' }) => findGuideTitle(guide) !== undefined,
    help: null,
    load: () => withStyles('help', () => import('../screens/help/screen.tsx')),
  },
];
