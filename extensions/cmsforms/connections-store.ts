// Connections to a payment provider that were begun and not finished yet.
import { type Builder, type Slots, statement } from 'octavo/extension';

interface ConnectionRow {
  id: string;
  /** Milliseconds since 1970. */
  until: number;
}

type Tables = { cmsforms_connections: ConnectionRow };

export const insertConnection = statement((q: Builder<Tables>, p: Slots<ConnectionRow>) =>
  q.insertInto('cmsforms_connections').values({ id: p.id, until: p.until }),
);

/** Takes a connection away, so that nobody can take it again. */
export const takeConnection = statement((q: Builder<Tables>, p: Slots<{ id: string; now: number }>) =>
  q.deleteFrom('cmsforms_connections').where('id', '=', p.id).where('until', '>', p.now),
);

export const forgetConnections = statement((q: Builder<Tables>, p: Slots<{ now: number }>) =>
  q.deleteFrom('cmsforms_connections').where('until', '<=', p.now),
);
