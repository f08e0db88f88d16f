// Helpers of the presenters of webhooks and deliveries.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Presenter } from '../http/module.ts';

/** Returns a presenter of records whose fields depend only on their row. */
export function makePresenter<F extends Parameters, Row extends { readonly id: number }>(
  fields: Presenter<F, Row, undefined>['fields'],
): Presenter<F, Row, undefined> {
  return { prepare: async () => undefined, fields, facts: ({ id }) => ({ id }) };
}

/** Returns a time in milliseconds since 1970 as a timestamp in GMT; null for 0. */
export const formatTimestamp = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString().slice(0, 19);
