// The state of the form builder.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { type Form, useForm } from '../../data/drafts/use-form.ts';
import {
  createForm,
  type FormRecord,
  type FormValues,
  type LoadedForm,
  readForm,
  readFormSchemas,
  updateForm,
} from '../../data/resources/forms.ts';
import { type Row, rowsOf } from './rows.ts';

/** The values of the builder. Notification addresses are lines of a text. */
export interface BuilderValues {
  readonly title: string;
  readonly status: string;
  readonly rows: readonly Row[];
  readonly confirmation: string;
  readonly notify: string;
}

export type BuilderForm = Form<BuilderValues>;

const keyOf = (id: number) => ['forms', 'form', id] as const;

/** Reads a form with its version. */
export const useLoadedForm = (id: number) =>
  useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => readForm(id, signal), staleTime: 0 });

/** Reads the schemas of the properties of forms. */
export const useSchemas = () =>
  useQuery({ queryKey: ['forms', 'schemas'], queryFn: ({ signal }) => readFormSchemas(signal), staleTime: Infinity });

const valuesOf = ({ title, status, meta }: FormRecord): BuilderValues => ({
  ...{ title: title.raw, status, rows: rowsOf(meta.fields), confirmation: meta.confirmation },
  notify: (meta.notify ?? []).join('\n'),
});

/** Returns the email addresses in the lines of a text. */
export const addressesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns changes of the builder as the API receives them. */
const toFormValues = ({ rows, notify, ...others }: Partial<BuilderValues>): Partial<FormValues> => ({
  ...others,
  ...(rows && { fields: rows.map(({ field }) => field) }),
  ...(notify !== undefined && { notify: addressesIn(notify) }),
});

/**
 * Returns the state of a builder whose changes refer to the version of the form that it has shown when they were made. If another user has
 * changed the form meanwhile, saving fails, and the builder shows the current version with the changes; saving again overwrites it.
 */
export function useBuilder(loaded: LoadedForm): BuilderForm {
  const queries = useQueryClient();
  const [shown, setShown] = useState(loaded);
  const { id } = shown.form;
  const form = useForm<BuilderValues>({
    name: `form-${id}`,
    record: valuesOf(shown.form),
    save: async (changes) => {
      try {
        const updated = await updateForm(shown, toFormValues(changes));
        queries.setQueryData<LoadedForm>(keyOf(id), updated);
        void queries.invalidateQueries({ queryKey: ['forms', 'list'] });
        setShown(updated);
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) {
          const current = await readForm(id);
          queries.setQueryData<LoadedForm>(keyOf(id), current);
          setShown(current);
        }
        throw error;
      }
    },
  });
  if (shown !== loaded && !form.isChanged && !form.isSaving) setShown(loaded);
  return form;
}

/** Returns the state of the builder of a new form. `onCreated` runs with the form that was created. */
export function useNewForm(record: BuilderValues, onCreated: (id: number) => void): BuilderForm {
  const queries = useQueryClient();
  return useForm<BuilderValues>({
    name: 'new-form',
    record,
    save: async (_changes, { title, status, rows, confirmation, notify }) => {
      const fields = rows.map(({ field }) => field);
      const { form } = await createForm({ title, status, fields, confirmation, notify: addressesIn(notify) });
      void queries.invalidateQueries({ queryKey: ['forms'] });
      onCreated(form.id);
    },
  });
}
