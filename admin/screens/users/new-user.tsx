// The form that invites a user by email, or creates one with a password.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useLocation } from 'wouter';
import { type Form, useForm } from '../../data/drafts/use-form.ts';
import { inviteUser } from '../../data/resources/invitations.ts';
import { createUser } from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { SelectField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { NewPasswordField, requirePasswordLength } from '../../ui/fields/new-password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { MailHint } from './mail-hint.tsx';
import { RoleFields } from './role-fields.tsx';

interface Values {
  readonly email: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly roles: readonly string[];
  /** The way in which the user gets a password. */
  readonly method: 'invite' | 'password';
  readonly password: string;
}

/** The screen. */
export default function NewUserScreen() {
  const { can_send_mail, roles, capabilities } = useBootstrap();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const notify = useNotices();
  const [first] = roles.filter(({ assignable }) => assignable);
  const record: Values = {
    ...{ email: '', username: '', first_name: '', last_name: '', password: '' },
    roles: first ? [first.name] : [],
    method: can_send_mail ? 'invite' : 'password',
  };
  const form = useForm<Values>({
    name: 'new-user',
    record,
    secrets: ['password'],
    save: async (_changes, { method, password, roles: submittedRoles, ...names }) => {
      // Only users who may assign roles may submit them.
      const user = { ...names, ...(capabilities.promote_users && { roles: submittedRoles }) } as const;
      const email = sprintf(
        /* translators: %s: email address. */
        __('%s was invited by email.'),
        names.email,
      );
      if (method === 'invite') {
        await inviteUser(user);
        notify({ kind: 'success', text: email });
      } else {
        requirePasswordLength(password);
        await createUser({ ...user, password });
        /* translators: %s: username. */
        notify({ kind: 'success', text: sprintf(__('The user %s was created.'), names.username) });
      }
      for (const key of ['users', 'invitations']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <>
      <h1>{__('Add user')}</h1>
      <div className="panel">
        <FormFrame
          form={form}
          submitLabel={form.values.method === 'invite' ? __('Send the invitation') : __('Create the user')}
          onSaved={() => navigate(paths.users)}
        >
          <AccountFields form={form} />
          <RoleFields value={form.values.roles} onChange={(changed) => form.change({ roles: changed })} />
          <PasswordFields form={form} />
        </FormFrame>
      </div>
    </>
  );
}

function AccountFields({ form: { values, change, errorOf } }: { readonly form: Form<Values> }) {
  const suggested = suggestUsername(values.email);
  // The username follows the email address until the user enters another one.
  const changeEmail = (email: string) =>
    change(values.username === suggested ? { email, username: suggestUsername(email) } : { email });
  return (
    <>
      <TextField
        label={__('Email')}
        type="email"
        isRequired
        autoComplete="off"
        value={values.email}
        onChange={changeEmail}
        error={errorOf('email')}
      />
      <TextField
        label={__('Username')}
        help={__('The name for signing in. It cannot be changed later.')}
        isRequired
        autoComplete="off"
        value={values.username}
        onChange={(username) => change({ username })}
        error={errorOf('username')}
      />
      <div className="two-columns">
        <TextField
          label={__('First name')}
          autoComplete="off"
          value={values.first_name}
          onChange={(first_name) => change({ first_name })}
          error={errorOf('first_name')}
        />
        <TextField
          label={__('Last name')}
          autoComplete="off"
          value={values.last_name}
          onChange={(last_name) => change({ last_name })}
          error={errorOf('last_name')}
        />
      </div>
    </>
  );
}

/** Returns a valid username that resembles an email address; empty if there is none. */
const suggestUsername = (email: string): string =>
  (email.split('@')[0] ?? '').toLowerCase().replaceAll(/[^\w.-]+/g, '');

function PasswordFields({ form: { values, change, errorOf } }: { readonly form: Form<Values> }) {
  const { can_send_mail } = useBootstrap();
  return (
    <>
      {can_send_mail ? (
        <SelectField
          label={__('How does the user get a password?')}
          help={
            values.method === 'invite'
              ? __('The user receives a link, which works once within a week, and chooses a password.')
              : __('The user receives no email: pass the password on in a safe way.')
          }
          value={values.method}
          onChange={(method) => change({ method: method === 'invite' ? 'invite' : 'password' })}
          options={[
            { value: 'invite', label: __('By invitation: the user chooses one') },
            { value: 'password', label: __('I set one now') },
          ]}
        />
      ) : (
        <MailHint instead={__('Until then, users cannot be invited: set a password, and pass it on in a safe way.')} />
      )}
      {values.method === 'password' && (
        <NewPasswordField
          value={values.password}
          onChange={(password) => change({ password })}
          error={errorOf('password')}
        />
      )}
    </>
  );
}
