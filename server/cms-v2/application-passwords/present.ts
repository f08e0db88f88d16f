// Presents application passwords as JSON records (users-and-comments.md §4.1).
import type { applicationPasswordFields } from '../../../contract/cms-v2/application-passwords.ts';
import { readStoredList } from '../../database/stored-json.ts';
import type { FieldMaker, Presenter } from '../../http/module.ts';
import type { ApplicationPasswordRow } from './store.ts';

const fields = {
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
  namespaces: (row) => (row.namespaces === '[]' ? undefined : readStoredList(row.namespaces)),
} as const satisfies Record<keyof typeof applicationPasswordFields, (row: ApplicationPasswordRow) => unknown>;

export const applicationPasswordPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ uuid, user_id }: ApplicationPasswordRow) => ({ uuid, user_id }),
};
