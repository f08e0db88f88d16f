// Loads the forms that content displays.
import { type FormView, fieldsOf, formType } from '../../rendering/dynamic/form-view.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { readMeta } from '../entries/meta.ts';
import { findPublishedForms } from './store.ts';

/** Returns the published forms that blocks need, with one statement; none if no extension declares the type of forms. */
export async function loadForms(
  { contract, database }: Pick<EntryDeps, 'contract' | 'database'>,
  needs: readonly { readonly id: number }[],
): Promise<FormView[]> {
  const type = contract.types.get(formType);
  if (!type || needs.length === 0) return [];
  const rows = await findPublishedForms(
    database.read,
    needs.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { fields, confirmation } = readMeta(row.meta, type.meta);
    return {
      ...{ id: row.id, title: row.title_rendered, fields: fieldsOf(fields), hasPassword: row.password !== '' },
      confirmation: typeof confirmation === 'string' ? confirmation : '',
    };
  });
}
