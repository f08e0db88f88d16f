// What is asked of a widget area, which there is none of.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Throws Refusal 404 `rest_sidebar_not_found`. */
export const getSidebar = (): Operation => ({
  async run() {
    throw new Refusal('rest_sidebar_not_found', 404, 'There is no widget area of this name.');
  },
});
