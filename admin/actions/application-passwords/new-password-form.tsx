// The form that creates an application password.
import { useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { type ReactNode, useState } from 'react';
import { useForm } from '../../data/drafts/use-form.ts';
import { createApplicationPassword, passwordsKeyOf } from '../../data/resources/accounts.ts';
import { CheckboxField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ScopeField } from './scope-field.tsx';

/** The values of the form. */
export interface NewPasswordValues {
  readonly name: string;
  /** The last day on which the password is valid, in the time zone of the browser; empty if it does not expire. */
  readonly expires: string;
  readonly isReadOnly: boolean;
  /** The namespaces to which it is limited; empty for all. */
  readonly namespaces: readonly string[];
}

/** Texts that depend on what the password is for. */
interface Texts {
  readonly name: string;
  readonly nameHelp?: string;
  readonly readOnlyHelp: string;
  readonly scopeHelp?: string;
  readonly submit: string;
}

interface Props {
  /** The name of the form, under which the browser stores what is typed. */
  readonly name: string;
  /** The ID of the user. */
  readonly user: number;
  /** Returns the values with which the form begins. */
  readonly initialValues: () => NewPasswordValues;
  readonly texts: Texts;
  /** Whether the choice of namespaces is open at the beginning if some are selected. */
  readonly opensScope?: boolean;
  /** Returns what selected namespaces prevent; undefined if they prevent nothing. */
  readonly warningOf?: (namespaces: readonly string[]) => string | undefined;
  /** Runs with the name and the secret of the password, which cannot be read again. */
  readonly onCreated: (name: string, secret: string) => void;
  /** The content above the fields. */
  readonly children?: ReactNode;
}

/** The form. The list of the user's passwords is read again after a password was created. */
export function NewPasswordForm({
  name: formName,
  user,
  initialValues,
  texts,
  opensScope = false,
  warningOf,
  onCreated,
  children,
}: Props) {
  const queries = useQueryClient();
  const [record] = useState(initialValues);
  const form = useForm<NewPasswordValues>({
    name: formName,
    record,
    save: async (_changes, { name, expires, isReadOnly, namespaces }) => {
      const secret = await createApplicationPassword(user, {
        name,
        ...(expires !== '' && { expires: endOfDay(expires) }),
        ...(isReadOnly && { read_only: true }),
        ...(namespaces.length > 0 && { namespaces }),
      });
      void queries.invalidateQueries({ queryKey: passwordsKeyOf(user) });
      onCreated(name, secret);
    },
  });
  const { values, change, errorOf } = form;
  return (
    <FormFrame form={form} submitLabel={texts.submit} onSaved={form.discard}>
      {children}
      <TextField
        label={texts.name}
        help={texts.nameHelp}
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
        help={texts.readOnlyHelp}
        value={values.isReadOnly}
        onChange={(isReadOnly) => change({ isReadOnly })}
      />
      <ScopeField
        value={values.namespaces}
        onChange={(namespaces) => change({ namespaces })}
        error={errorOf('namespaces')}
        isInitiallyOpen={opensScope && values.namespaces.length > 0}
        help={texts.scopeHelp}
        warning={warningOf?.(values.namespaces)}
      />
    </FormFrame>
  );
}

/** Returns the end of a day in the time zone of the browser, in GMT. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString().slice(0, 19);
