// The paths of the screens below the admin.
import type { HelpTarget } from './guides.ts';

/** The path of the home screen. */
const home = '/';

/** The path of the list of a content type. */
const entries = (type: string): string => `/content/${type}`;

/** The path that starts a new entry of a content type. */
const newEntry = (type: string): string => `/content/${type}/new`;

/** The path of the editor of an entry. */
const entry = (type: string, id: number): string => `/content/${type}/${id}`;

/** The path of the list of comments. */
const comments = '/comments';

/** The path of the list of the comments that wait for approval. */
const waitingComments = '/comments?status=hold';

/** The path of the terms of a taxonomy. */
const terms = (taxonomy: string): string => `/terms/${taxonomy}`;

/** The path of the health of the site. */
const health = '/operations/health';

/** The path of the audit log. */
const auditLog = '/operations/audit-log';

/** The path of a group of settings; of the first one if it is absent. */
const settings = (group?: string): string => (group === undefined ? '/settings' : `/settings/${group}`);

/** The path of a menu; of the first one if it is absent. */
const menus = (id?: number): string => (id === undefined ? '/menus' : `/menus/${id}`);

/** The path of the form that creates a menu. */
const newMenu = '/menus?new';

/** The path of the editor of the design of the site. */
const siteEditor = '/site-editor';

/** The path of the list of users. */
const users = '/users';

/** The path of the form that adds a user. */
const newUser = '/users/new';

/** The path of a user. */
const user = (id: number): string => `/users/${id}`;

/** The path of the signed-in user's own profile. */
const profile = '/profile';

/** The path of the backups of the site. */
const backups = '/operations/backups';

/** The path of the emails of the site. */
const emails = '/operations/emails';

/** The path of the imports of other sites. */
const importSite = '/operations/import';

/** The path of the media library. */
const media = '/media';

/** The path of a file in the media library. */
const mediaItem = (id: number): string => `${media}/${id}`;

/** The path of the webhooks. */
const webhooks = '/automation/webhooks';

/** The path of the form that adds a webhook. */
const newWebhook = '/automation/webhooks/new';

/** The path of a webhook. */
const webhook = (id: number): string => `${webhooks}/${id}`;

/** The path of the AI tools. */
const aiTools = '/automation/ai-tools';

/** The path of the recurring jobs. */
const jobs = '/automation/jobs';

/** The path of the live feed. */
const liveFeed = '/automation/live-feed';

/** The path of the spam filter. */
const spamFilter = '/extensions/spam-filter';

/** The path of the receipts of consent. */
const consent = '/extensions/consent';

/** The path of the list of forms. */
const forms = '/forms';

/** The path of the builder of a new form. */
const newForm = '/forms/new';

/** The path of the screen that finds the submissions of a person. */
const formPerson = '/forms/person';

/** The path of the builder of a form. */
const form = (id: number): string => `${forms}/${id}`;

/** The path of the submissions of a form. */
const formSubmissions = (id: number): string => `${forms}/${id}/submissions`;

/** The path of a screen that an extension contributes. */
const extensionScreen = (extension: string, screen: string): string => `/extensions/${extension}/${screen}`;

/** The path of a guide, or of a section of it. */
const help = (target: HelpTarget): string => `/help/${target}`;

/** Paths for links. */
export const paths = {
  ...{ home, entries, newEntry, entry, comments, waitingComments, terms, health },
  ...{ auditLog, settings, menus, newMenu, siteEditor, users, newUser, user, profile, backups },
  ...{ emails, importSite, media, mediaItem, webhooks, newWebhook, webhook },
  ...{ aiTools, jobs, liveFeed, help, spamFilter, consent, extensionScreen },
  ...{ forms, newForm, formPerson, form, formSubmissions },
};
