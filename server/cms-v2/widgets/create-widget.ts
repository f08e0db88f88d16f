// POST on the widgets.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Throws Refusal 400 `rest_invalid_widget`: there is no type that one could be of. */
export const createWidget = (): Operation => ({
  async run() {
    throw new Refusal(
      'rest_invalid_widget',
      400,
      'This site has no widget areas: its theme is made of blocks. Use template parts instead.',
    );
  },
});
