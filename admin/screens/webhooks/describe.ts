// Describes the state of webhooks and deliveries.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Delivery, Webhook } from '../../data/resources/webhooks.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { serviceText } from '../../ui/service-text.ts';
import { labelOfFormat } from './formats.ts';

/** Describes why the deliveries of a webhook fail; undefined if they do not. */
export function describeProblem({ problem, failing_since: since }: Webhook): string | undefined {
  if (problem === '') return undefined;
  if (since === null) return serviceText(problem);
  return sprintf(
    /* translators: 1: date and time, 2: reason of the failure. */
    __('Deliveries have been failing since %1$s: %2$s'),
    formatGmt(since),
    serviceText(problem),
  );
}

/** Describes what a webhook sends. */
export function describePurpose({ format, kinds }: Pick<Webhook, 'format' | 'kinds'>): string {
  if (format !== 'events') return labelOfFormat(format);
  if (kinds.length === 0) return __('All events');
  /* translators: %d: number of kinds of events. */
  return sprintf(_n('%d kind of event', '%d kinds of events', kinds.length), kinds.length);
}

/** Returns the labels of the states of deliveries. */
export const stateLabels = (): Readonly<Record<Delivery['state'], string>> => ({
  waiting: __('Waiting'),
  delivered: __('Delivered'),
  failed: __('Failed'),
});

/** Describes the attempts of a delivery. */
export function describeAttempts({ attempts, attempted, response }: Delivery): string {
  if (attempted === null) return __('Not attempted yet');
  const status =
    response === 0 ? __('no response') : sprintf(/* translators: %d: HTTP status. */ __('status %d'), response);
  return sprintf(
    /* translators: 1: number of attempts, 2: date and time, 3: status of the response. */
    _n('%1$d attempt, the last one on %2$s: %3$s', '%1$d attempts, the last one on %2$s: %3$s', attempts),
    attempts,
    formatGmt(attempted),
    status,
  );
}

/** Returns a text as indented JSON if it is JSON, otherwise unchanged. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
