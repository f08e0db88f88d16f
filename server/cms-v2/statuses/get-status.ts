// GET on a state (protocol.md §16).
import type { Operation } from '../../http/room.ts';

/** Answers with the state that the rule has found; its links are there whatever `_fields` names. */
export const getStatus = (): Operation => ({
  run: async (_call, row) => ({ kind: 'record', row, alwaysLinked: true }),
});
