// Declares the permission cases of the namespaces of extensions.

import { administrators, type Case, creating, editors, everybody, type Fixture, type Row } from './cases.ts';
import { formCases } from './form-cases.ts';
import { comment } from './user-cases.ts';

const ageCheck = '/age-check/v3';
const tagTaxonomy = { description: 'tags', query: 'taxonomy=post_tag' };
const settingsAccess = { description: 'all', statuses: administrators, code: 'age_check_cannot_manage' };

const ageCheckCases: Case[] = [
  { route: `GET ${ageCheck}`, description: 'the index', statuses: everybody },
  { route: `GET ${ageCheck}/check`, description: 'a visitor', statuses: everybody },
  ...['terms', 'terms/selected', 'terms/select-all'].map((path) => ({
    ...{ route: `GET ${ageCheck}/admin/${path}`, ...settingsAccess, ...tagTaxonomy },
  })),
  { route: `GET ${ageCheck}/admin/settings`, ...settingsAccess },
  { route: `POST,PUT,PATCH ${ageCheck}/admin/settings`, ...settingsAccess, json: { enabled: false } },
];

const backups = '/bmgr-api/v1';
const backupAccess = { code: 'bmgr_cannot_manage', statuses: administrators };
const administratorsGet = (status: number): Row => [401, 403, 403, 403, 403, status];

// No case creates or restores a backup, because the work would continue during later cases. bmgr.test.ts covers both.
const backupCases: Case[] = [
  { route: `GET ${backups}`, description: 'the index', statuses: everybody },
  { route: `GET ${backups}/router`, description: 'all', ...backupAccess },
  {
    route: `POST ${backups}/router`,
    description: 'an invalid name',
    ...backupAccess,
    json: { name: '' },
    statuses: administratorsGet(400),
  },
  {
    ...{ route: `PUT,PATCH ${backups}/router`, description: 'a missing one', ...backupAccess },
    ...{ json: { id: 'none', name: 'hushed' }, statuses: administratorsGet(404) },
  },
  {
    ...{ route: `PUT,PATCH ${backups}/router`, description: 'a restore without the password', ...backupAccess },
    ...{ json: { id: 'none', action: 'restore' }, statuses: administratorsGet(400) },
  },
  {
    route: `DELETE ${backups}/router`,
    description: 'a missing one',
    ...backupAccess,
    query: 'id=none',
    statuses: administratorsGet(404),
  },
];

const consent = '/sbc/v1';
const managingConsent = { description: 'all', statuses: administrators, code: 'sbc_cannot_manage' };

const consentCases: Case[] = [
  { route: `GET ${consent}`, description: 'the index', statuses: everybody },
  { route: `GET ${consent}/consent`, description: "a visitor's own", statuses: everybody },
  {
    ...{ route: `POST ${consent}/consent`, description: "a visitor's own", json: { categories: [] } },
    statuses: creating(everybody),
  },
  { route: `GET ${consent}/receipts`, ...managingConsent },
  { route: `DELETE ${consent}/receipts`, ...managingConsent, query: 'visitor=none' },
  { route: `GET ${consent}/settings`, ...managingConsent },
  { route: `POST,PUT,PATCH ${consent}/settings`, ...managingConsent, json: { text: 'We ask.' } },
];

const spam = '/spamfilter/v1';
const filtering = { description: 'all', statuses: administrators, code: 'spamfilter_cannot_manage' };
const viewingStatistics = { description: 'all', statuses: editors, code: 'spamfilter_cannot_see' };

/** Enables the public count of the approved comments of an author, and creates a comment. */
const counted: Fixture = async (site, owner) => {
  await site.request('administrator', 'POST', `${spam}/settings`, { spamfilter_show_user_comments_approved: true });
  return comment('approved')(site, owner);
};

const spamfilterCases: Case[] = [
  { route: `GET ${spam}`, description: 'the index', statuses: everybody },
  { route: `GET ${spam}/key`, ...filtering },
  // The spam-checking service is not reachable in tests, so the key is stored without verification.
  { route: `POST,PUT,PATCH ${spam}/key`, ...filtering, json: { key: 'abcdef012345' } },
  { route: `DELETE ${spam}/key`, ...filtering },
  { route: `GET ${spam}/settings`, ...filtering },
  { route: `POST,PUT,PATCH ${spam}/settings`, ...filtering, json: { spamfilter_strictness: true } },
  { route: `GET ${spam}/stats`, ...viewingStatistics },
  { route: `GET ${spam}/stats/<interval>`, ...viewingStatistics, fixture: async () => ({ interval: '60-days' }) },
  { route: `GET ${spam}/status`, ...viewingStatistics },
  { route: `GET ${spam}/days`, ...viewingStatistics },
  {
    ...{ route: `GET ${spam}/explanations`, ...viewingStatistics },
    ...{ description: 'a comment', fixture: comment('approved'), query: 'comments=<id>' },
  },
  { route: `GET ${spam}/alert`, ...filtering },
  { route: `POST,PUT,PATCH ${spam}/alert`, ...filtering, json: { message: 'hushed' } },
  { route: `DELETE ${spam}/alert`, ...filtering },
  { route: `POST ${spam}/webhook`, description: 'an unsigned message', statuses: [401, 401, 401, 401, 401, 401] },
  {
    ...{ route: `GET ${spam}/approved`, description: 'a comment, if disabled', query: 'comments=1' },
    ...{ statuses: [401, 403, 403, 403, 404, 404], code: 'spamfilter_cannot_see' },
  },
  {
    ...{
      route: `GET ${spam}/approved`,
      description: 'a comment, if enabled',
      fixture: counted,
      query: 'comments=<id>',
    },
    ...{ statuses: editors, code: 'spamfilter_cannot_see' },
  },
];

const mail = '/cms-mail-smtp/setup-wizard/v1';
const settingUp = { description: 'all', statuses: administrators, code: 'mail_smtp_cannot_manage' };

const mailCases: Case[] = [
  { route: `GET ${mail}`, description: 'the index', statuses: everybody },
  ...['health', 'hydrate', 'settings', 'mailer-disconnect', 'get-partner-plugins-info'].map((path) => ({
    ...{ route: `POST ${mail}/${path}`, ...settingUp },
  })),
  ...['update', 'import-settings'].map((path) => ({
    ...{ route: `POST ${mail}/${path}`, ...settingUp, json: { value: { mail: { from_name: 'Notes' } } } },
  })),
  ...['get-connected-data', 'remove-oauth-connection', 'mailer-preflight'].map((path) => ({
    ...{ route: `POST ${mail}/${path}`, ...settingUp, json: { mailer: 'google' } },
  })),
  {
    ...{ route: `POST ${mail}/get-oauth-url`, ...settingUp },
    json: { mailer: 'google', settings: { client_id: 'site', client_secret: 'hushed' } },
  },
  { route: `POST ${mail}/check-mailer-configuration`, ...settingUp, json: { to: 'somebody@site.test' } },
  ...['install-plugin', 'upgrade-plugin'].map((path) => ({
    ...{ route: `POST ${mail}/${path}`, ...settingUp, json: { slug: 'sbc' } },
  })),
  {
    ...{ route: `GET ${mail}/oauth-callback`, description: 'an unknown state', query: 'state=x&code=y' },
    statuses: [400, 400, 400, 400, 400, 400],
  },
];

/** All cases of extensions. */
export const extensionCases: Case[] = [
  ...ageCheckCases,
  ...backupCases,
  ...consentCases,
  ...formCases,
  ...mailCases,
  ...spamfilterCases,
];
