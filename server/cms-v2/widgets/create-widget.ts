// POST on the widgets.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Throws Refusal 400 `rest_invalid_widget`: there is no type that one could be of. */
export const createWidget = (): Operation => ({
  async run() {
    throw new Refusal('rest_invalid_widget', 400, 'There is no type of widgets of this name.');
  },
});
