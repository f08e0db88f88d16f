// The profile of the signed-in user.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useForm } from '../../data/drafts/use-form.ts';
import { accountPaths } from '../../data/page.ts';
import { discardEmailChange, readEmailChange, requestEmailChange } from '../../data/resources/accounts.ts';
import type { LoadedUser } from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { Failure } from '../../ui/failure.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { roleLabel } from '../../ui/role-labels.ts';
import { messageOf } from '../../ui/to-error.ts';
import { ApplicationPasswords } from './application-passwords.tsx';
import { ColorScheme } from './color-scheme.tsx';
import { Language } from './language.tsx';
import { ProfileImage } from './profile-image.tsx';
import { Sessions } from './sessions.tsx';
import { UserForm, useUpdateUser, useUser } from './user-form.tsx';

/** The screen. */
export default function ProfileScreen() {
  const { user: self } = useBootstrap();
  const { data, error, refetch } = useUser(self.id);
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading label={__('Loading…')} />;
  const { roles } = data.user;
  return (
    <>
      <h1>{__('Your profile')}</h1>
      <p className="quiet">{roles.length === 0 ? __('You have no role.') : roles.map(roleLabel).join(', ')}</p>
      <section className="panel" aria-label={__('Account')}>
        <UserForm loaded={data} isOwn />
      </section>
      <EmailAddress loaded={data} />
      <ProfileImage user={self.id} />
      <Language />
      <ColorScheme />
      <section className="panel" aria-labelledby="password">
        <h2 id="password">{__('Password')}</h2>
        <p className="quiet">
          {__('Changing the password requires the current one, and signs out all other browsers.')}
        </p>
        <p>
          <a className="button" href={`${accountPaths.profile}#about-password`}>
            {__('Change the password')}
          </a>
        </p>
      </section>
      <Sessions user={self.id} />
      <ApplicationPasswords user={self.id} />
    </>
  );
}

const emailChangeKey = ['email-change'];

/** The email address. If the site can send email, a new one takes effect when it is confirmed. */
function EmailAddress({ loaded }: { readonly loaded: LoadedUser }) {
  const { can_send_mail } = useBootstrap();
  const queries = useQueryClient();
  const notify = useNotices();
  const update = useUpdateUser();
  const { email } = loaded.user;
  const form = useForm({
    name: 'email',
    record: { email },
    save: async (_changes, values) => {
      if (!can_send_mail) {
        await update(loaded, values);
        return;
      }
      queries.setQueryData(emailChangeKey, await requestEmailChange(values.email));
    },
  });
  const saved = can_send_mail
    ? __('A link was sent to the new address. It takes effect when you open the link.')
    : __('Your email address was changed.');
  return (
    <section className="panel" aria-labelledby="email">
      <h2 id="email" tabIndex={-1}>
        {__('Email address')}
      </h2>
      {can_send_mail && <PendingEmail />}
      <FormFrame
        form={form}
        submitLabel={can_send_mail ? __('Send a confirmation link') : __('Change the email address')}
        onSaved={() => {
          form.discard();
          notify({ kind: 'success', text: saved });
        }}
      >
        <TextField
          label={__('Email')}
          type="email"
          autoComplete="email"
          isRequired
          {...(can_send_mail && {
            help: __('A new address takes effect when you open the link that is sent to it.'),
          })}
          value={form.values.email}
          onChange={(changed) => form.change({ email: changed })}
          error={form.errorOf('email')}
        />
      </FormFrame>
    </section>
  );
}

/** The new address that waits for a confirmation. */
function PendingEmail() {
  const queries = useQueryClient();
  const notify = useNotices();
  const { data } = useQuery({ queryKey: emailChangeKey, queryFn: ({ signal }) => readEmailChange(signal) });
  if (!data?.email) return null;
  const discard = async () => {
    try {
      queries.setQueryData(emailChangeKey, await discardEmailChange());
      document.getElementById('email')?.focus();
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    }
  };
  return (
    <div className="with-buttons pending" role="status">
      <span>
        {/* translators: %s: email address. */}
        {sprintf(__('%s is not confirmed yet. Open the link in the email that was sent to it.'), data.email)}
      </span>
      <button type="button" className="button" onClick={() => void discard()}>
        {__('Discard the new address')}
      </button>
    </div>
  );
}
