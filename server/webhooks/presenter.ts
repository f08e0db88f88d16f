// Helpers of the presenters of webhooks and deliveries.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Presenter } from '../http/module.ts';

/** Returns a presenter of records whose fields depend only on their row. */
export function makePresenter<F extends Parameters, Row extends { readonly id: number }>(
  fields: Presenter<F, Row, undefined>['fields'],
): Presenter<F, Row, undefined> {
  return { prepare: async () => undefined, fields, facts: ({ id }) => ({ id }) };
}
