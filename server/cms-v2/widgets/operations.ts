// Declares the types of the widget operations. They return no rows, because there are no widget areas.
import type { WidgetEndpoints } from '../../../contract/cms-v2/widgets.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type WidgetOperations = Operations<WidgetEndpoints, object, never>;
