// Defines mail transports. A transport determines the server and the sender of emails.
import type { Mailbox } from './mailbox.ts';

/**
 * The encryption of the connection to a mail server: `implicit` TLS from the first byte, `required` STARTTLS, STARTTLS if it is
 * `offered` by the server, or `none`. Certificates are always verified.
 */
export type Security = 'implicit' | 'required' | 'offered' | 'none';

/** Credentials for a mail server: a password, or a temporary token that a provider has issued (XOAUTH2). */
export type Login =
  | { readonly user: string; readonly password: string }
  | { readonly user: string; readonly accessToken: string };

/** A mail server with its encryption and credentials. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  /** The credentials; absent when the server needs none. */
  readonly login?: Login;
}

/** The server and the sender of emails. */
export interface TransportSettings {
  readonly server: MailServer;
  readonly from: Mailbox;
}

/**
 * Returns the current settings, or undefined when no mail server is configured. Called before each round of sending.
 *
 * Throws MailProblem when a configured server is temporarily unusable; emails then stay in the queue.
 */
export type Transport = () => Promise<TransportSettings | undefined>;

/** Timeouts for a mail server, in milliseconds. */
export interface MailTimeouts {
  /** Timeout for establishing a connection. */
  readonly connectionMs: number;
  /** Timeout for the greeting of the server. */
  readonly greetingMs: number;
  /** Timeout for the next data from the server. */
  readonly idleMs: number;
  /** Timeout for each step as a whole: connecting, signing in, and sending one email. */
  readonly totalMs: number;
}

/** Timeouts for sending queued emails. */
export const defaultTimeouts: MailTimeouts = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
};
