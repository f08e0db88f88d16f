// The namespaces that come as extensions.
import { formCases } from './form-cases.ts';
import { comment } from './people-cases.ts';
import { administrators, type Case, editors, everybody, making, type Row, type Thing } from './row.ts';

const ageCheck = '/age-check/v3';
const ofTags = { of: 'tags', query: 'taxonomy=post_tag' };
const managing = { of: 'all', statuses: administrators, code: 'age_check_cannot_manage' };

const ageCheckCases: Case[] = [
  { route: `GET ${ageCheck}`, of: 'the index', statuses: everybody },
  { route: `GET ${ageCheck}/check`, of: 'a visitor', statuses: everybody },
  ...['terms', 'terms/selected', 'terms/select-all'].map((path) => ({
    ...{ route: `GET ${ageCheck}/admin/${path}`, ...managing, ...ofTags },
  })),
  { route: `GET ${ageCheck}/admin/settings`, ...managing },
  { route: `POST,PUT,PATCH ${ageCheck}/admin/settings`, ...managing, json: { enabled: false } },
];

const backups = '/bmgr-api/v1';
const ofBackups = { code: 'bmgr_cannot_manage', statuses: administrators };
const refused = (status: number): Row => [401, 403, 403, 403, 403, status];

// Nothing is made or restored here, for that would go on in the background of the other cases (bmgr.test.ts).
const backupCases: Case[] = [
  { route: `GET ${backups}`, of: 'the index', statuses: everybody },
  { route: `GET ${backups}/router`, of: 'all', ...ofBackups },
  {
    route: `POST ${backups}/router`,
    of: 'a name that is none',
    ...ofBackups,
    json: { name: '' },
    statuses: refused(400),
  },
  {
    ...{ route: `PUT,PATCH ${backups}/router`, of: 'one that is not there', ...ofBackups },
    ...{ json: { id: 'none', name: 'hushed' }, statuses: refused(404) },
  },
  {
    route: `DELETE ${backups}/router`,
    of: 'one that is not there',
    ...ofBackups,
    query: 'id=none',
    statuses: refused(404),
  },
];

const consent = '/sbc/v1';
const keeping = { of: 'all', statuses: administrators, code: 'sbc_cannot_manage' };

const consentCases: Case[] = [
  { route: `GET ${consent}`, of: 'the index', statuses: everybody },
  { route: `GET ${consent}/consent`, of: "a visitor's own", statuses: everybody },
  {
    ...{ route: `POST ${consent}/consent`, of: "a visitor's own", json: { categories: [] } },
    statuses: making(everybody),
  },
  { route: `GET ${consent}/receipts`, ...keeping },
  { route: `GET ${consent}/settings`, ...keeping },
  { route: `POST,PUT,PATCH ${consent}/settings`, ...keeping, json: { text: 'We ask.' } },
];

const spam = '/spamfilter/v1';
const filtering = { of: 'all', statuses: administrators, code: 'spamfilter_cannot_manage' };
const judging = { of: 'all', statuses: editors, code: 'spamfilter_cannot_see' };

/** A comment, on a site that shows how many of its author's were approved. */
const counted: Thing = async (site, owner) => {
  await site.ask('administrator', 'POST', `${spam}/settings`, { spamfilter_show_user_comments_approved: true });
  return comment('approved')(site, owner);
};

const spamfilterCases: Case[] = [
  { route: `GET ${spam}`, of: 'the index', statuses: everybody },
  { route: `GET ${spam}/key`, ...filtering },
  // The checker is not reached from here, so the key is kept unverified.
  { route: `POST,PUT,PATCH ${spam}/key`, ...filtering, json: { key: 'abcdef012345' } },
  { route: `DELETE ${spam}/key`, ...filtering },
  { route: `GET ${spam}/settings`, ...filtering },
  { route: `POST,PUT,PATCH ${spam}/settings`, ...filtering, json: { spamfilter_strictness: true } },
  { route: `GET ${spam}/stats`, ...judging },
  { route: `GET ${spam}/stats/<interval>`, ...judging, thing: async () => ({ interval: '60-days' }) },
  { route: `GET ${spam}/alert`, ...filtering },
  { route: `POST,PUT,PATCH ${spam}/alert`, ...filtering, json: { message: 'hushed' } },
  { route: `DELETE ${spam}/alert`, ...filtering },
  { route: `POST ${spam}/webhook`, of: 'nobody who signs', statuses: [401, 401, 401, 401, 401, 401] },
  {
    ...{ route: `GET ${spam}/approved`, of: 'a comment, where that is not shown', query: 'comments=1' },
    ...{ statuses: [401, 403, 403, 403, 404, 404], code: 'spamfilter_cannot_see' },
  },
  {
    ...{ route: `GET ${spam}/approved`, of: 'a comment, where that is shown', thing: counted, query: 'comments=<id>' },
    ...{ statuses: editors, code: 'spamfilter_cannot_see' },
  },
];

const mail = '/cms-mail-smtp/setup-wizard/v1';
const settingUp = { of: 'all', statuses: administrators, code: 'mail_smtp_cannot_manage' };

const mailCases: Case[] = [
  { route: `GET ${mail}`, of: 'the index', statuses: everybody },
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
    ...{ route: `GET ${mail}/oauth-callback`, of: 'a state that was not given out', query: 'state=x&code=y' },
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
