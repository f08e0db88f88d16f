// The screens that every test of all screens opens.

/** A screen with its heading for the administrator of a new site. */
interface Screen {
  /** The name of its screenshots. */
  readonly name: string;
  readonly url: string;
  readonly heading: string;
}

/** The screens without the editor, which has tests of its own. */
export const screens: readonly Screen[] = [
  { name: 'home', url: '/admin/', heading: 'Hello, admin' },
  { name: 'list', url: '/admin/content/post', heading: 'Posts' },
  { name: 'comments', url: '/admin/comments', heading: 'Comments' },
  { name: 'categories', url: '/admin/terms/category', heading: 'Categories' },
  { name: 'tags', url: '/admin/terms/post_tag', heading: 'Tags' },
  { name: 'forms', url: '/admin/forms', heading: 'Forms' },
  { name: 'new-form', url: '/admin/forms/new', heading: 'Add form' },
  { name: 'form-person', url: '/admin/forms/person', heading: 'Find a person' },
  { name: 'menus', url: '/admin/menus', heading: 'Menus' },
  { name: 'settings', url: '/admin/settings', heading: 'Settings' },
  { name: 'configuration', url: '/admin/settings/Configuration', heading: 'Settings' },
  { name: 'users', url: '/admin/users', heading: 'Users' },
  { name: 'new-user', url: '/admin/users/new', heading: 'Add user' },
  { name: 'user', url: '/admin/users/2', heading: 'Eva' },
  { name: 'profile', url: '/admin/profile', heading: 'Your profile' },
  { name: 'health', url: '/admin/operations/health', heading: 'Site health' },
  { name: 'audit-log', url: '/admin/operations/audit-log', heading: 'Audit log' },
  { name: 'backups', url: '/admin/operations/backups', heading: 'Backups' },
  { name: 'emails', url: '/admin/operations/emails', heading: 'Emails' },
  { name: 'import', url: '/admin/operations/import', heading: 'Import' },
  { name: 'media', url: '/admin/media', heading: 'Media' },
  { name: 'webhooks', url: '/admin/automation/webhooks', heading: 'Webhooks' },
  { name: 'new-webhook', url: '/admin/automation/webhooks/new', heading: 'Add webhook' },
  { name: 'jobs', url: '/admin/automation/jobs', heading: 'Scheduled jobs' },
  { name: 'live-feed', url: '/admin/automation/live-feed', heading: 'Live feed' },
  { name: 'ai-tools', url: '/admin/automation/ai-tools', heading: 'AI tools' },
  { name: 'spam-filter', url: '/admin/extensions/spam-filter', heading: 'Spam filter' },
  { name: 'consent', url: '/admin/extensions/consent', heading: 'Consent' },
  { name: 'help', url: '/admin/help/admin', heading: 'Admin' },
  { name: 'not-found', url: '/admin/nothing', heading: 'Page not found' },
];
