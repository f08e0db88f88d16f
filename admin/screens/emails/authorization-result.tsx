// Displays whether an account was connected, after a provider has returned to this screen, and what to do if it was not.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import {
  type AuthorizationResult,
  type MailConnection,
  readAuthorizationResult,
} from '../../data/resources/mail-setup.ts';
import { paths } from '../../ui/paths.ts';
import { failureText } from './authorization-failures.ts';

/**
 * Returns the result of an authorization that the URL contained when the screen was opened; undefined if there was none. It is removed from
 * the URL, so that it is not displayed again after a reload.
 */
export function useAuthorizationResult(): AuthorizationResult | undefined {
  const [, navigate] = useLocation();
  const [result] = useState(() => readAuthorizationResult(location.search));
  useEffect(() => {
    if (result) navigate(paths.emails, { replace: true });
  }, [result, navigate]);
  return result;
}

interface Props {
  readonly result: AuthorizationResult;
  readonly connections: readonly MailConnection[];
}

/** The message about the result. Anyone can write the URL, so an account counts as connected only if the service says so. */
export function AuthorizationNotice({ result, connections }: Props) {
  if (result.kind === 'failed')
    return (
      <div role="alert" className="authorization failed">
        <p className="problem">{__('The account was not connected. Nothing was changed.')}</p>
        <p>{failureText(result.reason)}</p>
      </div>
    );
  const connection = connections.find(({ mailer }) => mailer === result.mailer);
  if (!connection?.connected) return null;
  return (
    <p role="status" className="authorization restored">
      {
        /* translators: %s: email address. */
        sprintf(__('The account %s is connected. Send a test email to check it.'), connection.account ?? '')
      }
    </p>
  );
}
