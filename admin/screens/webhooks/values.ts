// Converts webhooks to the values of their form and back.
import { __ } from '@wordpress/i18n';
import type { WebhookValues } from '../../data/resources/webhooks.ts';

/** The values of the form. */
export interface FormValues extends WebhookValues {
  /** Whether the webhook receives all kinds of events or only those that are chosen. */
  readonly scope: 'all' | 'chosen';
  /** A new API token, or an empty string to remove the stored one; undefined for no change. */
  readonly token: string | undefined;
}

/** The values that can be saved. */
export type SavedValues = WebhookValues & Pick<FormValues, 'token'>;

/** The values of a new webhook. */
export const newValues: FormValues = {
  ...{ url: '', description: '', kinds: [], types: [], spelling: 'native', active: true, scope: 'all' },
  token: undefined,
};

/** Returns the values of the form for a webhook. */
export function formValuesOf({ url, description, kinds, types, spelling, active }: WebhookValues): FormValues {
  const scope = kinds.length === 0 ? 'all' : 'chosen';
  return { url, description, kinds, types, spelling, active, scope, token: undefined };
}

/** Returns the values to save. Throws an error if no kind of events is chosen, because an empty list stands for all kinds. */
export function webhookValuesOf({ scope, ...values }: FormValues): SavedValues {
  if (scope === 'all') return { ...values, kinds: [] };
  if (values.kinds.length === 0) throw new Error(__('Choose at least one kind of event.'));
  return values;
}

/** Returns the values that differ. */
export function changedValues(values: SavedValues, saved: SavedValues): Partial<SavedValues> {
  const names = Object.keys(values) as (keyof SavedValues)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]))
      .map((name) => [name, values[name]]),
  );
}
