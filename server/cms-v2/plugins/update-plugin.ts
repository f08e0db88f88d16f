// PUT changes nothing: the extension is active already, and the permission rejects everything else.
import type { Operation } from '../../http/module.ts';

/** Responds with the unchanged extension. Throws 412. */
export const updatePlugin = (): Operation => ({
  async run({ requireMatch }, row) {
    await requireMatch();
    return { kind: 'record', row, context: 'edit' };
  },
});
