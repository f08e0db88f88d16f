// Connections to providers, and who has been sent to one and is not back yet.
import { type Builder, type ReadHandle, type Slots, statement } from 'octavo/extension';
import type { Provider } from './contract.ts';

/** A connection to an account at a provider. */
export interface Connection {
  mailer: string;
  account: string;
  refresh_token: string;
  access_token: string;
  /** Until when the access token holds. Milliseconds since 1970, as all moments here. */
  expires: number;
  /** When the account was connected. */
  connected: number;
  /** Why no new access token was given the last time, in words; empty: one was. */
  problem: string;
}

/** Somebody who was sent to a provider. */
interface Pending {
  nonce: string;
  mailer: string;
  expires: number;
}

type Tables = { mail_smtp_connections: Connection; mail_smtp_pending: Pending };

const connection = statement((q: Builder<Tables>, p: Slots<{ mailer: string }>) =>
  q.selectFrom('mail_smtp_connections').selectAll().where('mailer', '=', p.mailer),
);

export const findConnection = (read: ReadHandle, mailer: Provider): Promise<Connection | undefined> =>
  read.first(connection, { mailer });

export const insertConnection = statement((q: Builder<Tables>, p: Slots<Connection>) =>
  q.insertInto('mail_smtp_connections').values({
    mailer: p.mailer,
    account: p.account,
    refresh_token: p.refresh_token,
    access_token: p.access_token,
    expires: p.expires,
    connected: p.connected,
    problem: p.problem,
  }),
);

export const deleteConnection = statement((q: Builder<Tables>, p: Slots<{ mailer: string }>) =>
  q.deleteFrom('mail_smtp_connections').where('mailer', '=', p.mailer),
);

type Renewal = Pick<Connection, 'mailer' | 'refresh_token' | 'access_token' | 'expires'> & { before: string };

/** Stores new tokens in place of those that `before` was among, unless the connection is another meanwhile. */
export const renewConnection = statement((q: Builder<Tables>, p: Slots<Renewal>) =>
  q
    .updateTable('mail_smtp_connections')
    .set({ refresh_token: p.refresh_token, access_token: p.access_token, expires: p.expires, problem: '' })
    .where('mailer', '=', p.mailer)
    .where('refresh_token', '=', p.before),
);

export const noteProblem = statement(
  (q: Builder<Tables>, p: Slots<{ mailer: string; before: string; problem: string }>) =>
    q
      .updateTable('mail_smtp_connections')
      .set({ problem: p.problem })
      .where('mailer', '=', p.mailer)
      .where('refresh_token', '=', p.before),
);

export const insertPending = statement((q: Builder<Tables>, p: Slots<Pending>) =>
  q.insertInto('mail_smtp_pending').values({ nonce: p.nonce, mailer: p.mailer, expires: p.expires }),
);

/** Takes back what somebody was sent with, once. */
export const takePending = statement((q: Builder<Tables>, p: Slots<{ nonce: string }>) =>
  q.deleteFrom('mail_smtp_pending').where('nonce', '=', p.nonce),
);

export const forgetPending = statement((q: Builder<Tables>, p: Slots<{ mailer: string }>) =>
  q.deleteFrom('mail_smtp_pending').where('mailer', '=', p.mailer),
);

export const forgetOldPending = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('mail_smtp_pending').where('expires', '<', p.before),
);
