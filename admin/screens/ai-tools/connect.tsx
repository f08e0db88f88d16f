// The form that creates an application password for a program, and the configuration of the program.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { useForm } from '../../data/drafts/use-form.ts';
import { createApplicationPassword } from '../../data/resources/accounts.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { CodeExample } from '../../ui/code-example.tsx';
import { CheckboxField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Secret } from '../../ui/secret.tsx';
import { type Connection, clientExamples } from './clients.ts';
import { ScopeField, toolNamespaces } from './scope-field.tsx';
import type { IssuedPassword, Owner } from './types.ts';

interface Props {
  readonly owner: Owner;
  readonly connection: Connection;
  readonly issued: IssuedPassword | undefined;
  readonly setIssued: (issued: IssuedPassword | undefined) => void;
}

/** Creates a password, and shows the configuration with it until it is hidden. */
export function Connect({ owner, connection, issued, setIssued }: Props) {
  const { user: self } = useBootstrap();
  return (
    <>
      <section className="panel" aria-labelledby="connect">
        <h2 id="connect">{__('Connect a program')}</h2>
        {issued && (
          <Secret
            label={sprintf(
              /* translators: %s: name of a program. */
              __(
                'The password of %s. It is displayed only once, here and in the examples below, until you click Done:',
              ),
              issued.name,
            )}
            secret={issued.secret}
            close={() => setIssued(undefined)}
          />
        )}
        <NewPasswordForm owner={owner} isOwn={owner.id === self.id} onCreated={setIssued} />
      </section>
      <section className="panel wide" aria-labelledby="configuration">
        <h2 id="configuration">{__('Configuration of common programs')}</h2>
        <p className="quiet">
          {issued
            ? __('The examples contain the new password. Treat them like the password itself.')
            : __(
                'Create an application password above, and the examples will contain it. CREDENTIALS stands for the username, a colon and the password, encoded in Base64.',
              )}
        </p>
        {clientExamples(connection).map(({ label, code }) => (
          <CodeExample key={label} label={label} code={code} />
        ))}
      </section>
    </>
  );
}

interface Values {
  readonly name: string;
  /** The last day on which the password is valid, in the time zone of the browser; empty if it does not expire. */
  readonly expires: string;
  readonly isReadOnly: boolean;
  readonly namespaces: readonly string[];
}

/** The number of days for which passwords are valid by default. */
const defaultDays = 90;

/** Returns the day after a number of days, in the time zone of the browser. */
function dayIn(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

interface FormProps {
  readonly owner: Owner;
  readonly isOwn: boolean;
  readonly onCreated: (issued: IssuedPassword) => void;
}

function NewPasswordForm({ owner, isOwn, onCreated }: FormProps) {
  const queries = useQueryClient();
  const [record] = useState<Values>(() => ({
    ...{ name: '', expires: dayIn(defaultDays), isReadOnly: true, namespaces: toolNamespaces },
  }));
  const form = useForm<Values>({
    name: `ai-tool-${owner.id}`,
    record,
    save: async (_changes, { name, expires, isReadOnly, namespaces }) => {
      const secret = await createApplicationPassword(owner.id, {
        name,
        ...(expires !== '' && { expires: new Date(`${expires}T23:59:59`).toISOString().slice(0, 19) }),
        ...(isReadOnly && { read_only: true }),
        ...(namespaces.length > 0 && { namespaces }),
      });
      void queries.invalidateQueries({ queryKey: ['application-passwords', owner.id] });
      onCreated({ owner, name, secret });
    },
  });
  const { values, change, errorOf } = form;
  return (
    <FormFrame form={form} submitLabel={__('Create the password')} onSaved={form.discard}>
      {!isOwn && (
        <p>
          {/* translators: %s: username. */}
          {sprintf(__('The program will have the rights of %s.'), owner.username)}
        </p>
      )}
      <TextField
        label={__('Name of the program')}
        help={__('With this name, you recognize the password later.')}
        autoComplete="off"
        isRequired
        value={values.name}
        onChange={(name) => change({ name })}
        error={errorOf('name')}
      />
      <CheckboxField
        label={__('Only reading')}
        help={__('Tools that change data fail. Recommended, unless the assistant writes content.')}
        value={values.isReadOnly}
        onChange={(isReadOnly) => change({ isReadOnly })}
      />
      <TextField
        label={__('Valid until')}
        help={__('The last day; without one, the password does not expire.')}
        type="date"
        value={values.expires}
        onChange={(expires) => change({ expires })}
        error={errorOf('expires')}
      />
      <ScopeField
        value={values.namespaces}
        onChange={(namespaces) => change({ namespaces })}
        error={errorOf('namespaces')}
      />
    </FormFrame>
  );
}
