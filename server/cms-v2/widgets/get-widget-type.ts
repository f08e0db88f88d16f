// What is asked of a type of widgets, which there is none of.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Throws Refusal 404 `rest_widget_type_invalid`. */
export const getWidgetType = (): Operation => ({
  async run() {
    throw new Refusal('rest_widget_type_invalid', 404, 'There is no type of widgets of this name.');
  },
});
