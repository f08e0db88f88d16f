// The screens for the operation of the site: settings, health, audit log, backups, emails and imports.
import { __ } from '@wordpress/i18n';
import type { Bootstrap } from '../../data/bootstrap.ts';
import { mayImport, mayManageSettings } from '../../data/permissions.ts';
import { paths } from '../../ui/paths.ts';
import { type Route, withStyles } from './route.ts';

/** Whether the user may read the audit log and the emails, which name users. */
const mayReadLogs = (bootstrap: Bootstrap): boolean =>
  mayManageSettings(bootstrap) && bootstrap.capabilities.list_users === true;

const loadSettings = () =>
  withStyles(['fields', 'tabs', 'settings'], () => import('../../screens/settings/screen.tsx'));

/** The screens. */
export const operationRoutes: readonly Route[] = [
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
    load: () => withStyles('health', () => import('../../screens/health/screen.tsx')),
  },
  {
    path: paths.auditLog,
    title: () => __('Audit log'),
    isAvailable: mayReadLogs,
    links: () => [{ group: 'site', path: paths.auditLog, label: __('Audit log') }],
    help: 'admin#operations',
    load: () => withStyles('lists', () => import('../../screens/audit-log/screen.tsx')),
  },
  {
    path: paths.backups,
    title: () => __('Backups'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.backups, label: __('Backups') }],
    help: 'admin#backups',
    load: () => withStyles(['uploads', 'backups'], () => import('../../screens/backups/screen.tsx')),
  },
  {
    path: paths.emails,
    title: () => __('Emails'),
    isAvailable: mayReadLogs,
    links: () => [{ group: 'site', path: paths.emails, label: __('Emails') }],
    help: 'admin#operations',
    load: () => withStyles('emails', () => import('../../screens/emails/screen.tsx')),
  },
  {
    path: paths.importSite,
    title: () => __('Import'),
    isAvailable: mayImport,
    links: () => [{ group: 'site', path: paths.importSite, label: __('Import') }],
    help: 'admin#import-a-site',
    load: () => withStyles(['fields', 'import'], () => import('../../screens/import/screen.tsx')),
  },
];
