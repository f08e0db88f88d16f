// The sessions of a user.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useRef } from 'react';
import { endSession, endSessions, listSessions, type Session } from '../../data/resources/accounts.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';

/** The sessions of a user, with buttons that end them. The session of this browser is ended by signing out. */
export function Sessions({ user }: { readonly user: number }) {
  const queryKey = ['sessions', user];
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => listSessions(user, signal) });
  const queries = useQueryClient();
  const notify = useNotices();
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const run = async (end: () => Promise<string>) => {
    try {
      notify({ kind: 'success', text: await end() });
    } catch (reason) {
      notify({ kind: 'error', text: messageOf(reason) });
    }
    await queries.invalidateQueries({ queryKey });
    // The button has disappeared with its session.
    heading.current?.focus();
  };
  const endOne = (session: Session) =>
    run(async () => {
      await endSession(user, session.id);
      /* translators: %s: name of a browser. */
      return sprintf(__('%s was signed out.'), session.device);
    });
  const endAll = async () => {
    const question = __('Sign out all other browsers? What is not saved in them must be saved after signing in again.');
    if (!(await confirm(question, __('Sign out')))) return;
    await run(async () => {
      const count = await endSessions(user);
      /* translators: %d: number of browsers. */
      return sprintf(_n('%d browser was signed out.', '%d browsers were signed out.', count), count);
    });
  };
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        {__('Signed-in browsers')}
      </h2>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {data?.length === 0 && <p className="quiet">{__('The user is not signed in anywhere.')}</p>}
      <ul className="items">
        {data?.map((session) => (
          <Item key={session.id} session={session} end={() => void endOne(session)} />
        ))}
      </ul>
      {others.length > 1 && (
        <p>
          <button type="button" className="button" onClick={() => void endAll()}>
            {others.length === data?.length ? __('Sign out everywhere') : __('Sign out everywhere else')}
          </button>
        </p>
      )}
      {dialog}
    </section>
  );
}

function Item({ session, end }: { readonly session: Session; readonly end: () => void }) {
  const { device, ip, created, last_seen, current } = session;
  return (
    <li className="with-buttons">
      <span>
        <strong>{device}</strong>
        {current && <span className="badge">{__('this browser')}</span>}
        <span className="quiet block">
          {sprintf(
            /* translators: 1: IP address, 2 and 3: times. */
            __('%1$s, signed in %2$s, last used %3$s'),
            ip,
            formatGmt(created),
            formatGmt(last_seen),
          )}
        </span>
      </span>
      {!current && (
        <button
          type="button"
          className="button"
          /* translators: 1: name of a browser, 2: time. */
          aria-label={sprintf(__('Sign out %1$s, signed in %2$s'), device, formatGmt(created))}
          onClick={end}
        >
          {__('Sign out')}
        </button>
      )}
    </li>
  );
}
