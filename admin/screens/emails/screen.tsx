// The emails that the service has sent or will send: password resets, notifications and others.
import { useQuery } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useRef, useState } from 'react';
import { type Email, listEmails, retryEmail, retryEmails } from '../../data/resources/emails.ts';
import { mailSetupName } from '../../data/resources/mail-setup.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { serviceText } from '../../ui/service-text.ts';
import { messageOf } from '../../ui/to-error.ts';
import { MailSetup } from './mail-setup.tsx';

/** Intervals between two reads while emails are about to be sent, and otherwise, in milliseconds. */
const busyIntervalMs = 2000;
const idleIntervalMs = 30_000;

/** The screen. */
export default function EmailsScreen() {
  const { extensions } = useBootstrap();
  const { data, error, refetch } = useQuery({
    queryKey: ['emails'],
    queryFn: ({ signal }) => listEmails(signal),
    refetchInterval: ({ state }) => (state.data?.some(isAboutToBeSent) ? busyIntervalMs : idleIntervalMs),
  });
  const list = useRef<HTMLUListElement>(null);
  if (!data && error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading label={__('Loading the emails…')} />;
  return (
    <>
      <h1>{__('Emails')}</h1>
      <p className="intro">
        {__(
          'The latest emails that the service has sent or will send. An email that fails is tried again several times within two days.',
        )}
      </p>
      {extensions.includes(mailSetupName) && <MailSetup />}
      <h2>{__('Latest emails')}</h2>
      <Retry
        emails={data}
        onRetried={() => {
          list.current?.focus();
          return refetch();
        }}
      />
      {data.length === 0 ? (
        <p className="quiet">{__('No emails yet. Invitations, new passwords and notifications appear here.')}</p>
      ) : (
        <ul className="emails" ref={list} tabIndex={-1} aria-label={__('Emails')}>
          {data.map((email) => (
            <EmailItem key={email.id} email={email} onRetried={refetch} />
          ))}
        </ul>
      )}
    </>
  );
}

const isAboutToBeSent = ({ state, problem }: Email): boolean => state === 'waiting' && problem === '';

/** Whether an email was not sent, or waits after a failed attempt. */
const isPending = ({ state, problem }: Email): boolean => state !== 'sent' && problem !== '';

interface RetryProps {
  readonly emails: readonly Email[];
  readonly onRetried: () => Promise<unknown>;
}

/** A button that sends emails again, if there are emails that were not sent. */
function Retry({ emails, onRetried }: RetryProps) {
  const notify = useNotices();
  const [isBusy, setBusy] = useState(false);
  const { confirm, dialog } = useConfirm();
  if (!emails.some(isPending)) return null;
  const retry = async () => {
    const question = __(
      'Send the emails of the last seven days again that were not sent? Links in them may have expired, and what has been sent cannot be taken back.',
    );
    if (!(await confirm(question, __('Send them again')))) return;
    setBusy(true);
    try {
      const count = await retryEmails();
      /* translators: %d: number of emails. */
      const text = sprintf(_n('%d email is sent again.', '%d emails are sent again.', count), count);
      notify({ kind: 'success', text });
      await onRetried();
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        {__('Some emails were not sent. When the problem is solved, send them again.')}{' '}
        <button type="button" className="button" disabled={isBusy} onClick={() => void retry()}>
          {__('Send them again')}
        </button>
      </p>
      {dialog}
    </>
  );
}

const stateLabels = (): Readonly<Record<Email['state'], string>> => ({
  waiting: __('Waiting'),
  sent: __('Sent'),
  failed: __('Failed'),
  unsent: __('Not sent'),
});

interface ItemProps {
  readonly email: Email;
  readonly onRetried: () => Promise<unknown>;
}

function EmailItem({ email, onRetried }: ItemProps) {
  const { state, subject, recipient, queued, next_attempt, problem } = email;
  const advice = adviceFor(email);
  return (
    <li className="card">
      <h3>
        {subject}
        <span className="count">{stateLabels()[state]}</span>
      </h3>
      <p className="quiet">
        {/* translators: 1: email address, 2: date and time. */}
        {sprintf(__('To %1$s, %2$s'), recipient, formatGmt(queued))}
      </p>
      {problem !== '' && <p className={state === 'sent' ? 'quiet' : 'error'}>{serviceText(problem)}</p>}
      {next_attempt !== null && problem !== '' && (
        <p className="quiet">
          {/* translators: %s: date and time. */}
          {sprintf(__('Next attempt: %s'), formatGmt(next_attempt))}
        </p>
      )}
      {advice !== undefined && <p>{advice}</p>}
      {isPending(email) && <RetryOne email={email} onRetried={onRetried} />}
    </li>
  );
}

/** Says what to do about an email that was not sent. */
function adviceFor({ state, problem }: Email): string | undefined {
  if (state === 'unsent') return __('Set up a mail server, then send the email again.');
  if (state === 'failed')
    return __(
      'The service has given up on this email. Check the address of the recipient and the response of the mail server, then send it again.',
    );
  return state === 'waiting' && problem !== ''
    ? __('The service tries again by itself. Solve the problem of the mail server to have it sent sooner.')
    : undefined;
}

/** A button that sends one email again. */
function RetryOne({ email, onRetried }: ItemProps) {
  const notify = useNotices();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await retryEmail(email);
      notify({ kind: 'success', text: __('The email is sent again.') });
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
    await onRetried();
  };
  return (
    <p>
      <button
        type="button"
        className="button"
        disabled={isBusy}
        /* translators: 1: subject of an email, 2: email address. */
        aria-label={sprintf(__('Send again: %1$s to %2$s'), email.subject, email.recipient)}
        onClick={() => void retry()}
      >
        {__('Send again')}
      </button>
    </p>
  );
}
