// The screen of another user: data, password, sessions, application passwords, deletion.
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { sendReset } from '../../actions/users.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import type { LoadedUser } from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { NewPasswordField, requirePasswordLength } from '../../ui/fields/new-password-field.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { textOf } from '../../ui/text-of.ts';
import { ApplicationPasswords } from './application-passwords.tsx';
import { DeleteUserDialog } from './delete-user.tsx';
import { MailHint } from './mail-hint.tsx';
import { ProfileImage } from './profile-image.tsx';
import { Sessions } from './sessions.tsx';
import { UserForm, useUpdateUser, useUser } from './user-form.tsx';

/** The screen. The signed-in user has a profile instead. */
export default function UserScreen({ parameters }: ScreenProps) {
  const { user: self } = useBootstrap();
  const id = Number(parameters.id);
  return id === self.id ? <Redirect to={paths.profile} replace /> : <OtherUser id={id} />;
}

function OtherUser({ id }: { readonly id: number }) {
  const { data, error, refetch } = useUser(id);
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading label={__('Loading…')} />;
  const { user } = data;
  return (
    <>
      <h1>{textOf(user.name) || user.username}</h1>
      {/* translators: %s: time. */}
      <p className="quiet">{sprintf(__('Registered %s'), formatGmt(user.registered_date))}</p>
      <section className="panel" aria-label={__('Account')}>
        <UserForm loaded={data} isOwn={false} />
      </section>
      <ProfileImage user={id} />
      <Password loaded={data} />
      <Sessions user={id} />
      <ApplicationPasswords user={id} />
      <Deletion loaded={data} />
    </>
  );
}

function Password({ loaded }: { readonly loaded: LoadedUser }) {
  const { user } = loaded;
  const { can_send_mail } = useBootstrap();
  const { confirm, dialog } = useConfirm();
  const update = useUpdateUser();
  const notify = useNotices();
  const form = useForm({
    name: `password-${user.id}`,
    record: { password: '' },
    secrets: ['password'],
    save: async (_changes, { password }) => {
      requirePasswordLength(password);
      await update(loaded, { password });
    },
  });
  return (
    <section className="panel" aria-labelledby="password">
      <h2 id="password">{__('Password')}</h2>
      {can_send_mail ? (
        <p>
          <button type="button" className="button" onClick={() => void sendReset({ confirm, notify }, user)}>
            {__('Send a link for choosing a new password')}
          </button>
        </p>
      ) : (
        <MailHint instead={__('Set a new password, and pass it on in a safe way.')} />
      )}
      <FormFrame
        form={form}
        submitLabel={__('Set the password')}
        onSaved={() => {
          form.discard();
          notify({ kind: 'success', text: __('The password was changed, and the user was signed out everywhere.') });
        }}
      >
        <NewPasswordField value={form.values.password} onChange={(password) => form.change({ password })} />
      </FormFrame>
      {dialog}
    </section>
  );
}

function Deletion({ loaded: { user } }: { readonly loaded: LoadedUser }) {
  const { capabilities } = useBootstrap();
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  if (!capabilities.delete_users) return null;
  return (
    <section className="panel" aria-labelledby="deletion">
      <h2 id="deletion">{__('Delete the user')}</h2>
      <p className="quiet">{__('You decide what happens with the entries of the user.')}</p>
      <p>
        <button type="button" className="button" onClick={() => setOpen(true)}>
          {__('Delete…')}
        </button>
      </p>
      {isOpen && (
        <DeleteUserDialog
          id={user.id}
          close={(isDeleted) => {
            setOpen(false);
            if (isDeleted) navigate(paths.users);
          }}
        />
      )}
    </section>
  );
}
