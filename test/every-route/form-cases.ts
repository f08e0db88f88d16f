// Forms, what is sent in by them, and their wizard (docs/forms.md).
import type { MediaSite } from '../media-site.ts';
import { administrators, type Case, editors, everybody, making, next, type Row, type Thing } from './row.ts';

const namespace = '/cmsforms/v1';
const wizard = `${namespace}/setup-wizard`;
const submissions = `${namespace}/forms/<form>/submissions`;

/** A published form that asks one thing. */
const form: Thing = async (site) => {
  const fields = [{ name: 'word', kind: 'text', label: 'A word' }];
  const { id } = await site.make('/cms/v2/forms', { title: `Form ${next()}`, status: 'publish', meta: { fields } });
  // These tables send in more a minute than anybody else may.
  await site.ask('administrator', 'POST', `${wizard}/update`, { step: 'spam', settings: { per_minute: 1000 } });
  return { form: id };
};

/** Something that was sent in. */
const submission: Thing = async (site, owner) => {
  const { form: id } = await form(site, owner);
  const path = `${namespace}/forms/${id}/submissions`;
  await site.make(path, { values: { word: 'hushed' } });
  const { body } = await site.ask('administrator', 'GET', path);
  return { form: Number(id), id: body[0].id };
};

const setting = { of: 'all', statuses: administrators, code: 'cmsforms_cannot_manage' };
const reading = { of: 'a form', thing: submission, statuses: editors, code: 'cmsforms_cannot_edit' };
const refusedAll: Row = [400, 400, 400, 400, 400, 400];
const unset: Row = [401, 403, 403, 403, 403, 409];

/** All cases of forms. */
export const formCases: Case[] = [
  { route: `GET ${namespace}`, of: 'the index', statuses: everybody },
  { route: `GET ${wizard}/hydrate`, ...setting },
  { route: `POST ${wizard}/update`, ...setting, json: { step: 'storage', settings: { spam_days: 7 } } },
  { route: `POST ${wizard}/install-plugins`, ...setting, json: { plugins: ['cmsforms'] } },
  { route: `POST ${wizard}/complete`, ...setting, json: { outcome: 'build' } },
  { route: `POST ${wizard}/payment-provider/connect-url`, ...setting, of: 'no provider', statuses: unset },
  { route: `GET ${wizard}/payment-provider/callback`, of: 'nothing that was begun', statuses: refusedAll },
  { route: `GET ${wizard}/license/key`, ...setting },
  { route: `POST ${wizard}/license/verify`, ...setting, of: 'no issuer', json: { key: 'hushed' }, statuses: unset },
  { route: `GET ${submissions}`, ...reading },
  {
    ...{ route: `POST ${submissions}`, of: 'a published form', thing: form, json: { values: { word: 'hushed' } } },
    statuses: making(everybody),
  },
  { route: `GET ${submissions}/export/csv`, ...reading },
  { route: `GET ${submissions}/export/json`, ...reading },
  { route: `GET ${submissions}/<id>`, ...reading },
  { route: `POST,PUT,PATCH ${submissions}/<id>`, ...reading, json: { state: 'spam' } },
  { route: `DELETE ${submissions}/<id>`, ...reading },
  { route: `DELETE ${namespace}/submissions`, ...setting, query: 'address=nobody@example.com' },
];

/** A form, and something that was sent in. */
export async function addForms(site: MediaSite): Promise<void> {
  await submission(site, 'author');
}
