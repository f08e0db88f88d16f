// Declares the permission cases of forms, submissions, and the setup wizard of forms (docs/forms.md).
import type { MediaSite } from '../media-site.ts';
import { administrators, type Case, creating, editors, everybody, type Fixture, next, type Row } from './cases.ts';

const namespace = '/cmsforms/v1';
const wizard = `${namespace}/setup-wizard`;
const submissions = `${namespace}/forms/<form>/submissions`;

/** Creates a published form with one field. */
const form: Fixture = async (site) => {
  const fields = [{ name: 'word', kind: 'text', label: 'A word' }];
  const { id } = await site.create('/cms/v2/forms', { title: `Form ${next()}`, status: 'publish', meta: { fields } });
  // The cases submit the form more often per minute than the default rate limit allows.
  await site.request('administrator', 'POST', `${wizard}/update`, { step: 'spam', settings: { per_minute: 1000 } });
  return { form: id };
};

/** Creates a form and a submission of it. */
const submission: Fixture = async (site, owner) => {
  const { form: id } = await form(site, owner);
  const path = `${namespace}/forms/${id}/submissions`;
  await site.create(path, { values: { word: 'hushed' } });
  const { body } = await site.request('administrator', 'GET', path);
  return { form: Number(id), id: body[0].id };
};

const setting = { description: 'all', statuses: administrators, code: 'cmsforms_cannot_manage' };
const reading = { description: 'a form', fixture: submission, statuses: editors, code: 'cmsforms_cannot_edit' };
const rejectedForAll: Row = [400, 400, 400, 400, 400, 400];
const unset: Row = [401, 403, 403, 403, 403, 409];

/** All cases of forms. */
export const formCases: Case[] = [
  { route: `GET ${namespace}`, description: 'the index', statuses: everybody },
  { route: `GET ${wizard}/hydrate`, ...setting },
  { route: `POST ${wizard}/update`, ...setting, json: { step: 'storage', settings: { spam_days: 7 } } },
  { route: `POST ${wizard}/install-plugins`, ...setting, json: { plugins: ['cmsforms'] } },
  { route: `POST ${wizard}/complete`, ...setting, json: { outcome: 'build' } },
  {
    route: `POST ${wizard}/payment-provider/connect-url`,
    ...setting,
    description: 'no provider configured',
    statuses: unset,
  },
  { route: `GET ${wizard}/payment-provider/callback`, description: 'an unknown state', statuses: rejectedForAll },
  { route: `GET ${wizard}/license/key`, ...setting },
  {
    route: `POST ${wizard}/license/verify`,
    ...setting,
    json: { key: 'CF1.hushed.hushed' },
  },
  { route: `GET ${namespace}/settings`, ...setting },
  { route: `POST,PUT,PATCH ${namespace}/settings`, ...setting, json: { spam_days: 7 } },
  { route: `GET ${submissions}`, ...reading },
  {
    ...{
      route: `POST ${submissions}`,
      description: 'a published form',
      fixture: form,
      json: { values: { word: 'hushed' } },
    },
    statuses: creating(everybody),
  },
  { route: `GET ${submissions}/export/csv`, ...reading },
  { route: `GET ${submissions}/export/json`, ...reading },
  { route: `GET ${submissions}/<id>`, ...reading },
  { route: `POST,PUT,PATCH ${submissions}/<id>`, ...reading, json: { state: 'spam' } },
  { route: `DELETE ${submissions}/<id>`, ...reading },
  { route: `GET ${namespace}/submissions`, ...setting, query: 'address=nobody@example.com' },
  { route: `DELETE ${namespace}/submissions`, ...setting, query: 'address=nobody@example.com' },
];

/** Adds a form with a submission to a site. */
export async function addForms(site: MediaSite): Promise<void> {
  await submission(site, 'author');
}
