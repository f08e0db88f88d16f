// The form that creates an application password.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import { type Form, useForm } from '../../data/drafts/use-form.ts';
import { createApplicationPassword, listNamespaces } from '../../data/resources/accounts.ts';
import { CheckboxesField, CheckboxField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

interface Values {
  readonly name: string;
  /** The last day on which the password is valid, in the time zone of the browser; empty if it does not expire. */
  readonly expires: string;
  readonly isReadOnly: boolean;
  /** The namespaces to which it is limited; empty for all. */
  readonly namespaces: readonly string[];
}

interface Props {
  readonly user: number;
  readonly onCreated: (name: string, secret: string) => void;
}

/** The form. */
export function NewApplicationPasswordForm({ user, onCreated }: Props) {
  const form = useForm<Values>({
    name: `application-password-${user}`,
    record: { name: '', expires: '', isReadOnly: false, namespaces: [] },
    save: async (_changes, { name, expires, isReadOnly, namespaces }) => {
      const secret = await createApplicationPassword(user, {
        name,
        ...(expires !== '' && { expires: endOfDay(expires) }),
        ...(isReadOnly && { read_only: true }),
        ...(namespaces.length > 0 && { namespaces }),
      });
      onCreated(name, secret);
    },
  });
  const { values, change, errorOf } = form;
  return (
    <FormFrame form={form} submitLabel={__('Create an application password')} onSaved={form.discard}>
      <TextField
        label={__('Name of the application')}
        autoComplete="off"
        isRequired
        value={values.name}
        onChange={(name) => change({ name })}
        error={errorOf('name')}
      />
      <TextField
        label={__('Valid until')}
        help={__('The last day; without one, the password does not expire.')}
        type="date"
        value={values.expires}
        onChange={(expires) => change({ expires })}
        error={errorOf('expires')}
      />
      <CheckboxField
        label={__('Only reading')}
        help={__('The application can change nothing.')}
        value={values.isReadOnly}
        onChange={(isReadOnly) => change({ isReadOnly })}
      />
      <Namespaces form={form} />
    </FormFrame>
  );
}

/** The namespaces of the API, which are read when the user opens them. */
function Namespaces({ form: { values, change, errorOf } }: { readonly form: Form<Values> }) {
  const [isOpen, setOpen] = useState(values.namespaces.length > 0);
  const { data, error } = useQuery({
    queryKey: ['namespaces'],
    queryFn: ({ signal }) => listNamespaces(signal),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const message = error?.message ?? errorOf('namespaces');
  return (
    <details className="field" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{__('Limit to parts of the API')}</summary>
      <CheckboxesField
        label={__('Parts of the API; without a selection, all')}
        value={values.namespaces}
        onChange={(namespaces) => change({ namespaces })}
        options={(data ?? values.namespaces).map((name) => ({ value: name, label: name }))}
      />
      {message !== undefined && (
        <p role="alert" className="error">
          {message}
        </p>
      )}
    </details>
  );
}

/** Returns the end of a day in the time zone of the browser, in GMT. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString().slice(0, 19);
