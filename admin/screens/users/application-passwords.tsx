// The application passwords of a user.
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { NewPasswordForm, type NewPasswordValues } from '../../actions/application-passwords/new-password-form.tsx';
import { PasswordSection } from '../../actions/application-passwords/password-section.tsx';
import { Secret } from '../../ui/secret.tsx';

/** An application password that was just created. */
interface Created {
  readonly name: string;
  readonly secret: string;
}

const initialValues = (): NewPasswordValues => ({ name: '', expires: '', isReadOnly: false, namespaces: [] });

/** The application passwords of a user, and a form that creates one. A new password is displayed once. */
export function ApplicationPasswords({ user }: { readonly user: number }) {
  const [created, setCreated] = useState<Created>();
  return (
    <PasswordSection
      user={user}
      title={__('Application passwords')}
      intro={__('Each application signs in with its own password, so that you can revoke it without changing others.')}
    >
      {created && (
        <Secret
          /* translators: %s: name of an application. */
          label={sprintf(__('The password of %s. It is displayed only once:'), created.name)}
          secret={created.secret}
          close={() => setCreated(undefined)}
        />
      )}
      <NewPasswordForm
        name={`application-password-${user}`}
        {...{ user, initialValues }}
        opensScope
        texts={{
          name: __('Name of the application'),
          readOnlyHelp: __('The application can change nothing.'),
          submit: __('Create an application password'),
        }}
        onCreated={(name, secret) => setCreated({ name, secret })}
      />
    </PasswordSection>
  );
}
