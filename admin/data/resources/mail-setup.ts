// Reads how the site sends email, tests it, and connects accounts at mail providers. Secrets are never part of responses.
import { send } from '../client.ts';

/** The name of the extension, and of its settings. */
export const mailSetupName = 'mail-smtp';

/** The ways of sending email: with the mail server of the configuration, another one, or an account at a provider. */
export type Mailer = 'none' | 'smtp' | MailProvider;

/** A provider whose accounts are connected with OAuth. */
export type MailProvider = 'google' | 'microsoft';

/** A problem with a code such as `refused`. */
export interface MailFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** The connection of a provider. */
export interface MailConnection {
  readonly mailer: MailProvider;
  readonly connected: boolean;
  readonly account: string | null;
  readonly problem: string | null;
}

/** The settings that the screen displays. */
interface MailSettings {
  readonly mail: { readonly mailer: Mailer; readonly from_email: string; readonly from_name: string };
  readonly smtp: { readonly host: string; readonly port: number };
}

/** The state of sending email. */
export interface MailSetupState {
  readonly settings: MailSettings;
  readonly connections: readonly MailConnection[];
  /** The URL that must be registered with providers. */
  readonly redirect_uri: string;
  /** The problem that prevents emails from being sent; null if none is known. */
  readonly problem: MailFinding | null;
}

/** The result of a test email. */
export interface TestResult {
  readonly sent: boolean;
  readonly server: string | null;
  readonly to: string;
  readonly failure: MailFinding | null;
}

const path = '/cms-mail-smtp/setup-wizard/v1';

const post = async <T>(name: string, body: object = {}, signal?: AbortSignal): Promise<T> =>
  (await send<T>(`${path}/${name}`, { method: 'POST', body, ...(signal && { signal }) })).data;

/** Reads how the site sends email, without connecting to a server. Throws ApiError. */
export async function readMailSetup(signal?: AbortSignal): Promise<MailSetupState> {
  const [state, { problem }] = await Promise.all([
    post<Omit<MailSetupState, 'problem'>>('hydrate', {}, signal),
    post<Pick<MailSetupState, 'problem'>>('health', {}, signal),
  ]);
  return { ...state, problem };
}

/** Connects to the mail server of a mailer, and signs in, without sending anything. Returns the problems; none if it works. Throws ApiError. */
export const checkConnection = async (mailer: Mailer): Promise<readonly MailFinding[]> =>
  (await post<{ readonly findings: readonly MailFinding[] }>('mailer-preflight', { mailer })).findings;

/** Sends a test email; to the user if the address is empty. Throws ApiError. */
export const sendTestEmail = (to: string): Promise<TestResult> =>
  post('check-mailer-configuration', to === '' ? {} : { to });

/**
 * Returns the URL at which the user allows the site to send emails with an account at a provider, which then returns to the screen for emails
 * in this browser. Throws ApiError.
 */
export const readAuthorizationUrl = async (mailer: MailProvider): Promise<string> =>
  (await post<{ readonly oauth_url: string }>('get-oauth-url', { mailer, return_to: 'admin' })).oauth_url;

/** The result of an authorization, with which a provider returns to the screen for emails. */
export type AuthorizationResult =
  | { readonly kind: 'connected'; readonly mailer: string }
  /** `reason` is a code of the service. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Returns the result of an authorization in the query of a URL; undefined if it contains none. */
export function readAuthorizationResult(search: string): AuthorizationResult | undefined {
  const query = new URLSearchParams(search);
  const [connected, failed] = [query.get('connected'), query.get('failed')];
  if (failed !== null) return { kind: 'failed', reason: failed };
  return connected === null ? undefined : { kind: 'connected', mailer: connected };
}

/** Removes the connection to an account. Returns whether the provider has revoked it, too. Throws ApiError. */
export const removeConnection = async (mailer: MailProvider): Promise<boolean> =>
  (await post<{ readonly revoked: boolean }>('remove-oauth-connection', { mailer })).revoked;
