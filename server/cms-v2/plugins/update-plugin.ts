// PUT on an extension: it is at work already, and its rule refuses everything else.
import type { Operation } from '../../http/room.ts';

/** Answers with the extension as it is. Throws Refusal 412. */
export const updatePlugin = (): Operation => ({
  async run({ requireMatch }, row) {
    await requireMatch();
    return { kind: 'record', row, context: 'edit' };
  },
});
