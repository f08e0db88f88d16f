// What is asked of a widget, which there is none of.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Throws Refusal 404 `rest_widget_not_found`. */
export const getWidget = (): Operation => ({
  async run() {
    throw new Refusal('rest_widget_not_found', 404, 'There is no widget of this name.');
  },
});
