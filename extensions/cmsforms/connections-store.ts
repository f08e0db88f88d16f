// Stores pending connections to a payment provider.
import { type Builder, type Slots, statement } from 'octavo/extension';

interface ConnectionRow {
  id: string;
  /** Time at which the connection expires, in milliseconds since 1970. */
  until: number;
}

type Tables = { cmsforms_connections: ConnectionRow };

export const insertConnection = statement((q: Builder<Tables>, p: Slots<ConnectionRow>) =>
  q.insertInto('cmsforms_connections').values({ id: p.id, until: p.until }),
);

/** Deletes a pending connection that has not expired, so that it can be completed only once. */
export const consumeConnection = statement((q: Builder<Tables>, p: Slots<{ id: string; now: number }>) =>
  q.deleteFrom('cmsforms_connections').where('id', '=', p.id).where('until', '>', p.now),
);

export const deleteExpiredConnections = statement((q: Builder<Tables>, p: Slots<{ now: number }>) =>
  q.deleteFrom('cmsforms_connections').where('until', '<=', p.now),
);
