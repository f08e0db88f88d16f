// Says what to do about problems with mail servers.
import { __ } from '@wordpress/i18n';

/** Returns what to do about a problem with this code; undefined for codes without advice. */
export const adviceFor = (code: string): string | undefined => advice()[code];

const advice = (): Readonly<Record<string, string>> => ({
  'unknown-host': __('Check the name of the host for typing mistakes.'),
  refused: __('Check the host and the port. Common ports are 465 for TLS and 587 for STARTTLS.'),
  unreachable: __('Check whether a firewall, or your hosting provider, blocks connections to mail servers.'),
  silent: __('Check the port and the encryption: port 465 needs TLS, and port 587 needs STARTTLS.'),
  certificate: __('Use the host name for which the certificate of the mail server was issued.'),
  encryption: __('Choose another encryption, or the port that belongs to it.'),
  greeting: __('Check the port, and whether the mail server accepts connections from this host.'),
  login: __(
    'Enter the username and password again, or connect the account again. Some providers need an app password.',
  ),
  closed: __('Try again later. If it happens again, ask the operator of the mail server.'),
  'mail-refused': __(
    'Check the addresses of the sender and the recipient: many servers accept only emails from the address of the account.',
  ),
  'not-set': __('Choose a mailer in the settings.'),
  incomplete: __('Complete the settings of the mailer.'),
  'not-encrypted': __('Choose TLS or STARTTLS as the encryption.'),
});
