// The application passwords of a user.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import {
  type ApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../data/resources/accounts.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { useNotices } from '../../ui/notices.tsx';
import { textOf } from '../../ui/text-of.ts';
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
      notify({ kind: 'error', text: reason instanceof Error ? reason.message : String(reason) });
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
          <Item key={each.uuid} password={each} revoke={() => void revoke(each)} />
        ))}
      </ul>
      {created && <Secret {...created} close={() => setCreated(undefined)} />}
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

function Item({ password, revoke }: { readonly password: ApplicationPassword; readonly revoke: () => void }) {
  const name = textOf(password.name);
  return (
    <li className="with-buttons">
      <span>
        <strong>{name}</strong>
        {limitsOf(password).map((limit) => (
          <span key={limit} className="badge">
            {limit}
          </span>
        ))}
        <span className="quiet block">{describe(password)}</span>
      </span>
      <button
        type="button"
        className="button"
        /* translators: %s: name of an application. */
        aria-label={sprintf(__('Revoke %s'), name)}
        onClick={revoke}
      >
        {__('Revoke')}
      </button>
    </li>
  );
}

const limitsOf = ({ read_only, namespaces = [], expires }: ApplicationPassword): readonly string[] => [
  ...(read_only ? [__('read-only')] : []),
  ...namespaces,
  /* translators: %s: time. */
  ...(expires === undefined ? [] : [sprintf(__('until %s'), formatGmt(expires))]),
];

function describe({ created, last_used, last_ip }: ApplicationPassword): string {
  /* translators: %s: time. */
  const creation = sprintf(__('Created %s.'), formatGmt(created));
  if (last_used === null) return `${creation} ${__('Never used.')}`;
  const use = sprintf(
    /* translators: 1: time, 2: IP address. */
    __('Last used %1$s from %2$s.'),
    formatGmt(last_used),
    last_ip ?? '?',
  );
  return `${creation} ${use}`;
}

/** A new password. It cannot be read again. */
function Secret({ name, secret, close }: Created & { readonly close: () => void }) {
  const notify = useNotices();
  const element = useRef<HTMLDivElement>(null);
  // The form with the focus is below it.
  useEffect(() => element.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify({ kind: 'success', text: __('The password was copied.') });
    } catch {
      notify({ kind: 'error', text: __('The browser does not allow copying; select the password and copy it.') });
    }
  };
  return (
    <div ref={element} className="secret" role="status" tabIndex={-1}>
      {/* translators: %s: name of an application. */}
      {sprintf(__('The password of %s. It is displayed only once:'), name)}
      <code>{secret}</code>
      <span className="buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          {__('Copy')}
        </button>
        <button type="button" className="button" onClick={close}>
          {__('Done')}
        </button>
      </span>
    </div>
  );
}
