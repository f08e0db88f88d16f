// DELETE on an extension.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Throws Refusal 400 `rest_cannot_delete_active_plugin`: all that are there are at work. */
export const deletePlugin = (): Operation => ({
  async run() {
    throw new Refusal('rest_cannot_delete_active_plugin', 400, 'An extension that is at work cannot be deleted.');
  },
});
