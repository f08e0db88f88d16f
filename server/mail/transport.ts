// The transport of mail: a server and a sender.
import type { Mailbox } from './mailbox.ts';

/**
 * The encryption of the connection to a mail server: `implicit` TLS from the first byte, `required` STARTTLS, `offered`:
 * STARTTLS if the server offers it, or `none`. Certificates are always verified.
 */
export type Security = 'implicit' | 'required' | 'offered' | 'none';

/** Credentials for a mail server: a password, or a temporary token that a provider has issued (XOAUTH2). */
export type Login =
  | { readonly user: string; readonly password: string }
  | { readonly user: string; readonly accessToken: string };

/** A mail server and the way to connect to it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  /** The credentials; absent when the server needs none. */
  readonly login?: Login;
}

/** The server and sender of mail. */
export interface TransportSettings {
  readonly server: MailServer;
  readonly from: Mailbox;
}

/**
 * Resolves the current settings before each round of sending; undefined when no mail server is configured.
 *
 * Throws MailProblem when a configured server is temporarily unusable: mail waits.
 */
export type Transport = () => Promise<TransportSettings | undefined>;

/** Timeouts for a mail server, in milliseconds. */
export interface MailTimeouts {
  /** For establishing a connection. */
  readonly connectionMs: number;
  /** For the greeting of the server. */
  readonly greetingMs: number;
  /** For the next data from the server. */
  readonly idleMs: number;
  /** In total, for connecting and signing in, or for one mail. */
  readonly totalMs: number;
}

export const defaultTimeouts: MailTimeouts = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
};
