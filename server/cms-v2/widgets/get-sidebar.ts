// What is asked of a widget area, which there is none of.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Throws Refusal 404 `rest_sidebar_not_found`. */
export const getSidebar = (): Operation => ({
  async run() {
    throw new Refusal(
      'rest_sidebar_not_found',
      404,
      'No widget area with this ID: the theme is made of blocks and has none. Use template parts instead.',
    );
  },
});
