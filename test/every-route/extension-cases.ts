// The namespaces that come as extensions.
import { administrators, type Case, everybody, making } from './row.ts';

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

/** All cases of extensions. */
export const extensionCases: Case[] = [...ageCheckCases, ...consentCases];
