// Tests outgoing mail: a check of the connection, and a test email.
import { __, sprintf } from '@wordpress/i18n';
import { type FormEvent, useState } from 'react';
import { checkConnection, type Mailer, type MailFinding, sendTestEmail } from '../../data/resources/mail-setup.ts';
import { toError } from '../../ui/to-error.ts';
import { Findings } from './findings.tsx';

/** The result of a test: a text if it has succeeded, and problems. */
interface Result {
  readonly success?: string;
  readonly findings: readonly MailFinding[];
}

/** Returns the last result or error, whether a test is running, and a function that runs one. */
function useTest() {
  const [result, setResult] = useState<Result | Error>();
  const [isRunning, setRunning] = useState(false);
  const run = async (test: () => Promise<Result>) => {
    setRunning(true);
    setResult(undefined);
    try {
      setResult(await test());
    } catch (error) {
      setResult(toError(error));
    } finally {
      setRunning(false);
    }
  };
  return { result, isRunning, run };
}

const check = async (mailer: Mailer): Promise<Result> => {
  const findings = await checkConnection(mailer);
  const isWorking = findings.every(({ severity }) => severity !== 'error');
  return { findings, ...(isWorking && { success: __('The connection works. Nothing was sent.') }) };
};

const sendTo = async (address: string): Promise<Result> => {
  const { sent, to, failure } = await sendTestEmail(address);
  return {
    findings: failure ? [failure] : [],
    ...(sent && {
      /* translators: %s: email address. */
      success: sprintf(__('The mail server has accepted the test email to %s. Check whether it arrives.'), to),
    }),
  };
};

/** The tests with their result. */
export function MailTests({ mailer }: { readonly mailer: Mailer }) {
  const [address, setAddress] = useState('');
  const { result, isRunning, run } = useTest();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => sendTo(address.trim()));
  };
  return (
    <>
      <p className="buttons">
        <button type="button" className="button" disabled={isRunning} onClick={() => void run(() => check(mailer))}>
          {__('Check the connection')}
        </button>
      </p>
      <form onSubmit={submit}>
        <label>
          {__('Recipient of the test email; empty for your own address')}
          <input
            type="email"
            value={address}
            autoComplete="email"
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={isRunning}>
          {__('Send a test email')}
        </button>
      </form>
      <div role="status">
        {isRunning && <p className="quiet">{__('Waiting for the mail server…')}</p>}
        {result instanceof Error ? (
          <p className="error">{result.message}</p>
        ) : (
          result && (
            <div className="findings">
              {result.success !== undefined && <p className="success">{result.success}</p>}
              <Findings findings={result.findings} />
            </div>
          )
        )}
      </div>
    </>
  );
}
