// The invitations that were not accepted yet.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useRef, useState } from 'react';
import {
  type Invitation,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from '../../data/resources/invitations.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { useNotices } from '../../ui/notices.tsx';
import { textOf } from '../../ui/text-of.ts';
import { messageOf } from '../../ui/to-error.ts';

/** Reads the invitations. */
export const useInvitations = () =>
  useQuery({ queryKey: ['invitations'], queryFn: ({ signal }) => listInvitations(signal) });

/** The invitations, with buttons that send them again and withdraw them. Renders nothing if there are none. */
export function PendingInvitations() {
  const { data, error } = useInvitations();
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  if (error)
    return (
      <p role="alert" className="error">
        {error.message}
      </p>
    );
  if (!data || data.total === 0) return dialog ?? null;
  return (
    <section className="panel" aria-labelledby="invitations">
      <h2 id="invitations" ref={heading} tabIndex={-1}>
        {__('Invitations')} <span className="count">{data.total}</span>
      </h2>
      <ul className="items">
        {data.items.map((invitation) => (
          <Item
            key={invitation.id}
            invitation={invitation}
            confirm={confirm}
            onWithdrawn={() => heading.current?.focus()}
          />
        ))}
      </ul>
      {dialog}
    </section>
  );
}

interface ItemProps {
  readonly invitation: Invitation;
  readonly confirm: (question: string, label: string) => Promise<boolean>;
  readonly onWithdrawn: () => void;
}

function Item({ invitation, confirm, onWithdrawn }: ItemProps) {
  const { capabilities, can_send_mail } = useBootstrap();
  const queries = useQueryClient();
  const notify = useNotices();
  const [isBusy, setBusy] = useState(false);
  const { email, username } = invitation;
  const run = async (act: () => Promise<void>, text: string) => {
    setBusy(true);
    try {
      await act();
      notify({ kind: 'success', text });
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ['invitations'] });
      void queries.invalidateQueries({ queryKey: ['users'] });
    }
  };
  /* translators: %s: email address. */
  const resend = () => run(() => resendInvitation(invitation), sprintf(__('The invitation was sent to %s.'), email));
  const withdraw = async () => {
    const question = sprintf(
      /* translators: %s: username. */
      __(
        'Withdraw the invitation of %s? The account is deleted, and the link in the email no longer works. This cannot be undone.',
      ),
      username,
    );
    if (!(await confirm(question, __('Withdraw')))) return;
    await run(() => withdrawInvitation(invitation), __('The invitation was withdrawn.'));
    onWithdrawn();
  };
  return (
    <li className="with-buttons">
      <span>
        <strong>{email}</strong> {username}
        <span className="quiet block">{describe(invitation)}</span>
      </span>
      <span className="buttons">
        {capabilities.create_users && can_send_mail && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            /* translators: %s: username. */
            aria-label={sprintf(__('Send again: invitation of %s'), username)}
            onClick={() => void resend()}
          >
            {__('Send again')}
          </button>
        )}
        {capabilities.delete_users && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            /* translators: %s: username. */
            aria-label={sprintf(__('Withdraw the invitation of %s'), username)}
            onClick={() => void withdraw()}
          >
            {__('Withdraw')}
          </button>
        )}
      </span>
    </li>
  );
}

function describe({ expired, expires, sent, inviter_name }: Invitation): string {
  const about = inviter_name
    ? /* translators: 1: time, 2: name of a user. */
      sprintf(__('Sent %1$s by %2$s.'), formatGmt(sent), textOf(inviter_name))
    : /* translators: %s: time. */
      sprintf(__('Sent %s.'), formatGmt(sent));
  /* translators: %s: time. */
  const validity = expired ? __('The link has expired.') : sprintf(__('The link works until %s.'), formatGmt(expires));
  return `${about} ${validity}`;
}
