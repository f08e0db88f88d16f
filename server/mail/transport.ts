// How mail leaves: a server, and who it is from.
import type { Mailbox } from './mailbox.ts';

/**
 * Whether the way to a mail server is secret: `implicit` from the first byte, `required` after STARTTLS and not at all without,
 * `offered` where the server offers it, `none` never. Certificates are always verified.
 */
export type Security = 'implicit' | 'required' | 'offered' | 'none';

/** Who signs in at a mail server: by a password, or by a token that a provider has given out for a while (XOAUTH2). */
export type Login =
  | { readonly user: string; readonly password: string }
  | { readonly user: string; readonly accessToken: string };

/** A mail server, and how it is reached. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  /** Who signs in there; absent: nobody needs to. */
  readonly login?: Login;
}

/** What every mail is sent with. */
export interface TransportSettings {
  readonly server: MailServer;
  readonly from: Mailbox;
}

/**
 * The settings at present, asked for anew before each round of sending; undefined: no mail server is set.
 *
 * Throws MailProblem where a server is set that cannot be used at present: mail waits.
 */
export type Transport = () => Promise<TransportSettings | undefined>;

/** How long is waited for a mail server. Milliseconds. */
export interface Patience {
  /** For a connection. */
  readonly connection: number;
  /** For its greeting. */
  readonly greeting: number;
  /** For its next word. */
  readonly silence: number;
  /** For all of it: connecting and signing in, or one mail. */
  readonly whole: number;
}

export const usualPatience: Patience = { connection: 10_000, greeting: 10_000, silence: 30_000, whole: 60_000 };
