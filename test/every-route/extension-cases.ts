// The namespaces that come as extensions.
import { administrators, type Case, editors, everybody, making } from './row.ts';

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

const spamfilterCases: Case[] = [
  { route: `GET ${spam}`, of: 'the index', statuses: everybody },
  { route: `GET ${spam}/key`, ...filtering },
  // The key of nobody: nothing is asked over the network in this table.
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
    ...{ route: `GET ${spam}/approved`, of: 'a comment', query: 'comments=1', code: 'spamfilter_cannot_see' },
    statuses: [401, 403, 403, 403, 404, 404],
  },
  {
    ...{ route: `POST,PUT,PATCH ${spam}/key`, of: 'no key', json: { key: 'short' } },
    statuses: [400, 400, 400, 400, 400, 400],
  },
];

/** All cases of extensions. */
export const extensionCases: Case[] = [...ageCheckCases, ...consentCases, ...spamfilterCases];
