// Stores connections to providers, and pending authorizations.
import { type Builder, type ReadHandle, type Slots, statement } from 'octavo/extension';
import type { Provider } from './contract.ts';

/** A connection to an account at a provider. */
export interface Connection {
  mailer: string;
  account: string;
  refresh_token: string;
  access_token: string;
  /** Time at which the access token expires, in milliseconds since 1970, like all timestamps in these tables. */
  expires: number;
  /** Time at which the account was connected. */
  connected: number;
  /** Message of the last failure to refresh the token; empty if the last refresh succeeded. */
  problem: string;
}

/** An authorization that an administrator has started but not completed. */
interface Pending {
  nonce: string;
  mailer: string;
  expires: number;
}

type Tables = { mail_smtp_connections: Connection; mail_smtp_pending: Pending };

const findStatement = statement((q: Builder<Tables>, p: Slots<{ mailer: string }>) =>
  q.selectFrom('mail_smtp_connections').selectAll().where('mailer', '=', p.mailer),
);

/** Returns the connection of a provider; undefined if there is none. */
export const findConnection = (read: ReadHandle, mailer: Provider): Promise<Connection | undefined> =>
  read.first(findStatement, { mailer });

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

/** Stores refreshed tokens if the stored refresh token is still `before`; otherwise, the connection has been replaced. */
export const renewConnection = statement((q: Builder<Tables>, p: Slots<Renewal>) =>
  q
    .updateTable('mail_smtp_connections')
    .set({ refresh_token: p.refresh_token, access_token: p.access_token, expires: p.expires, problem: '' })
    .where('mailer', '=', p.mailer)
    .where('refresh_token', '=', p.before),
);

export const setProblem = statement(
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

/** Deletes a pending authorization, so that it can be used only once. */
export const consumePending = statement((q: Builder<Tables>, p: Slots<{ nonce: string }>) =>
  q.deleteFrom('mail_smtp_pending').where('nonce', '=', p.nonce),
);

export const deletePending = statement((q: Builder<Tables>, p: Slots<{ mailer: string }>) =>
  q.deleteFrom('mail_smtp_pending').where('mailer', '=', p.mailer),
);

export const deleteExpiredPending = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('mail_smtp_pending').where('expires', '<', p.before),
);
