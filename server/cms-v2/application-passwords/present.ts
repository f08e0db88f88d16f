// Presents application passwords as JSON records (users-and-comments.md §4.1).
import type { applicationPasswordFields } from '../../../contract/cms-v2/application-passwords.ts';
import { readStoredList } from '../../database/stored-json.ts';
import type { Presenter } from '../../http/module.ts';
import type { ApplicationPasswordRow } from './store.ts';

type ApplicationPasswordPresenter = Presenter<typeof applicationPasswordFields, ApplicationPasswordRow, undefined>;

const fields: ApplicationPasswordPresenter['fields'] = {
  uuid: (row) => row.uuid,
  app_id: (row) => row.app_id,
  name: (row) => row.name,
  password: (row) => row.secret,
  created: (row) => row.created,
  last_used: (row) => row.last_used,
  last_ip: (row) => row.last_ip,
  // Restrictions that are not set are omitted, because existing clients expect records without these fields.
  expires: (row) => row.expires ?? undefined,
  read_only: (row) => row.read_only === 1 || undefined,
  namespaces: (row) =>
    row.namespaces === '[]' ? undefined : readStoredList(row.namespaces, 'application_passwords.namespaces'),
};

export const applicationPasswordPresenter: ApplicationPasswordPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ uuid, user_id }) => ({ uuid, user_id }),
};
