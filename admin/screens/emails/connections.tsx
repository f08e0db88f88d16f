// Connects the account of the selected mail provider, and removes the connection.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import {
  type MailConnection,
  type MailSetupState,
  readAuthorizationUrl,
  removeConnection,
} from '../../data/resources/mail-setup.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { serviceText } from '../../ui/service-text.ts';
import { messageOf, toError } from '../../ui/to-error.ts';
import { mailerLabel } from './mailer-label.ts';

/** The connection of the selected mailer. Renders nothing if it is a mail server. */
export function Connections({
  state: { settings, connections, redirect_uri: uri },
}: {
  readonly state: MailSetupState;
}) {
  const connection = connections.find(({ mailer }) => mailer === settings.mail.mailer);
  if (!connection) return null;
  return (
    <div className="connection">
      <h3>{mailerLabel(connection.mailer)}</h3>
      {connection.connected ? <Connected connection={connection} /> : <Unconnected connection={connection} uri={uri} />}
    </div>
  );
}

function Connected({ connection: { mailer, account, problem } }: { readonly connection: MailConnection }) {
  const queries = useQueryClient();
  const notify = useNotices();
  const { confirm, dialog } = useConfirm();
  const remove = async () => {
    const question = __('Disconnect the account? Emails wait until it, or another one, is connected.');
    if (!(await confirm(question, __('Disconnect')))) return;
    try {
      const isRevoked = await removeConnection(mailer);
      const text = isRevoked
        ? __('The account is disconnected.')
        : __('The account is disconnected here. Revoke the access in the settings of the account, too.');
      notify({ kind: 'success', text });
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    }
    await queries.invalidateQueries({ queryKey: ['mail-setup'] });
  };
  return (
    <>
      {/* translators: %s: email address. */}
      <p>{sprintf(__('Connected to %s.'), account ?? '')}</p>
      {problem !== null && <p className="error">{serviceText(problem)}</p>}
      <p>
        <button type="button" className="button" onClick={() => void remove()}>
          {__('Disconnect the account')}
        </button>
      </p>
      {dialog}
    </>
  );
}

interface UnconnectedProps {
  readonly connection: MailConnection;
  /** The URL that must be registered with the provider. */
  readonly uri: string;
}

function Unconnected({ connection: { mailer }, uri }: UnconnectedProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const start = async () => {
    setBusy(true);
    setError(undefined);
    try {
      // The provider returns to this screen.
      location.assign(await readAuthorizationUrl(mailer));
    } catch (failure) {
      setError(toError(failure));
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        {__(
          'Register this site with the provider, with this redirect URL, and enter its client ID and secret in the settings:',
        )}
      </p>
      <p>
        <code>{uri}</code>
      </p>
      <p>
        <button type="button" className="button" disabled={isBusy} onClick={() => void start()}>
          {isBusy ? __('Going to the provider…') : __('Connect the account')}
        </button>
      </p>
      <p className="quiet">{__('The provider asks you to allow the access, and then returns to this page.')}</p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
    </>
  );
}
