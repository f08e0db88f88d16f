// The application passwords of a user.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useRef, useState } from 'react';
import {
  type ApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../data/resources/accounts.ts';
import { ApplicationPasswordItem } from '../../ui/application-password-item.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Secret } from '../../ui/secret.tsx';
import { textOf } from '../../ui/text-of.ts';
import { messageOf } from '../../ui/to-error.ts';
import { NewApplicationPasswordForm } from './new-application-password.tsx';

/** An application password that was just created. */
interface Created {
  readonly name: string;
  readonly secret: string;
}

/** The application passwords of a user, and a form that creates one. A new password is displayed once. */
export function ApplicationPasswords({ user }: { readonly user: number }) {
  const queryKey = ['application-passwords', user];
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => listApplicationPasswords(user, signal) });
  const queries = useQueryClient();
  const notify = useNotices();
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const [created, setCreated] = useState<Created>();
  const refresh = () => queries.invalidateQueries({ queryKey });
  const revoke = async ({ uuid, name }: ApplicationPassword) => {
    const question = sprintf(
      /* translators: %s: name of an application. */
      __('Revoke the password of %s? The application can no longer sign in. This cannot be undone.'),
      textOf(name),
    );
    if (!(await confirm(question, __('Revoke')))) return;
    try {
      await revokeApplicationPassword(user, uuid);
      notify({ kind: 'success', text: __('The application password was revoked.') });
    } catch (reason) {
      notify({ kind: 'error', text: messageOf(reason) });
    }
    await refresh();
    heading.current?.focus();
  };
  return (
    <section className="panel" aria-labelledby="application-passwords">
      <h2 id="application-passwords" ref={heading} tabIndex={-1}>
        {__('Application passwords')}
      </h2>
      <p className="quiet">
        {__('Each application signs in with its own password, so that you can revoke it without changing others.')}
      </p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <ul className="items">
        {data?.map((each) => (
          <ApplicationPasswordItem key={each.uuid} password={each} revoke={() => void revoke(each)} />
        ))}
      </ul>
      {created && (
        <Secret
          /* translators: %s: name of an application. */
          label={sprintf(__('The password of %s. It is displayed only once:'), created.name)}
          secret={created.secret}
          close={() => setCreated(undefined)}
        />
      )}
      <NewApplicationPasswordForm
        user={user}
        onCreated={(name, secret) => {
          setCreated({ name, secret });
          void refresh();
        }}
      />
      {dialog}
    </section>
  );
}
