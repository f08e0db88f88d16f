// Describes the times and outcomes of jobs.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Job } from '../../data/resources/jobs.ts';

/** The outcome of the last run of a job. */
interface Outcome {
  readonly kind: 'running' | 'failed' | 'succeeded' | 'none';
  readonly label: string;
}

/** Returns the outcome of the last run. */
export function outcomeOf({ running, started, error }: Pick<Job, 'running' | 'started' | 'error'>): Outcome {
  if (running) return { kind: 'running', label: __('Running') };
  if (error !== '') return { kind: 'failed', label: __('Failed') };
  return started === null ? { kind: 'none', label: __('Not run yet') } : { kind: 'succeeded', label: __('Succeeded') };
}

/** Describes the time between two runs, in seconds. */
export function describeInterval(seconds: number): string {
  /* translators: %d: number of seconds. */
  if (seconds < 60) return sprintf(_n('Every second', 'Every %d seconds', seconds), seconds);
  const minutes = Math.round(seconds / 60);
  /* translators: %d: number of minutes. */
  if (minutes < 60) return sprintf(_n('Every minute', 'Every %d minutes', minutes), minutes);
  const hours = Math.round(minutes / 60);
  /* translators: %d: number of hours. */
  if (hours < 24) return sprintf(_n('Every hour', 'Every %d hours', hours), hours);
  const days = Math.round(hours / 24);
  /* translators: %d: number of days. */
  return sprintf(_n('Every day', 'Every %d days', days), days);
}

/** Describes the time between two times in GMT, which are whole seconds. */
export function describeDuration(started: string, finished: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(`${finished}Z`) - Date.parse(`${started}Z`)) / 1000));
  if (seconds === 0) return __('less than a second');
  /* translators: %d: number of seconds. */
  return sprintf(_n('%d second', '%d seconds', seconds), seconds);
}
