// The actions for submissions of forms in lists.
import type { Action } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  deleteSubmission,
  type Submission,
  type SubmissionState,
  setSubmissionState,
} from '../data/resources/submissions.ts';
import type { FailedItems } from '../ui/failed-items.tsx';
import { icons } from '../ui/icons.tsx';
import type { Notice } from '../ui/notices.tsx';
import { reportResults } from './report-results.ts';
import { runForEach } from './run-for-each.ts';

/** Dependencies of the actions. */
export interface SubmissionActionDeps {
  readonly notify: (notice: Notice) => void;
  /** Reads the list again, and shows and selects the submissions with which an action failed. */
  readonly refresh: (failed: FailedItems<Submission>) => void;
  readonly open: (submission: Submission) => void;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
}

/** Returns the actions in the order of the menu. */
export const submissionActions = (deps: SubmissionActionDeps): Action<Submission>[] => [
  {
    id: 'open',
    label: __('View'),
    isPrimary: true,
    callback: ([submission]) => submission && deps.open(submission),
  },
  {
    id: 'spam',
    label: __('Mark as spam'),
    supportsBulk: true,
    isEligible: ({ state }) => state === 'wanted',
    callback: (submissions) => void changeState(deps, submissions, 'spam'),
  },
  {
    id: 'wanted',
    label: __('Not spam'),
    supportsBulk: true,
    isEligible: ({ state }) => state === 'spam',
    callback: (submissions) => void changeState(deps, submissions, 'wanted'),
  },
  {
    id: 'delete',
    label: __('Delete permanently'),
    icon: icons.delete,
    supportsBulk: true,
    callback: (submissions) => void deletePermanently(deps, submissions),
  },
];

const textOf = (state: SubmissionState, count: number): string =>
  state === 'spam'
    ? /* translators: %d: number of submissions. */
      sprintf(_n('%d submission was marked as spam.', '%d submissions were marked as spam.', count), count)
    : /* translators: %d: number of submissions. */
      sprintf(_n('%d submission is no longer spam.', '%d submissions are no longer spam.', count), count);

/** Changes the state of submissions. The change can be undone, but emails about submissions that are no longer spam cannot be recalled. */
async function changeState(
  deps: SubmissionActionDeps,
  submissions: readonly Submission[],
  state: SubmissionState,
): Promise<void> {
  const changed: Submission[] = [];
  const results = await runForEach(submissions, async (submission) => {
    changed.push(await setSubmissionState(submission, state));
  });
  const previous = state === 'spam' ? 'wanted' : 'spam';
  reportResults(deps, results, {
    text: (count) => textOf(state, count),
    action: { label: __('Undo'), run: () => void changeState(deps, changed, previous) },
  });
}

async function deletePermanently(deps: SubmissionActionDeps, submissions: readonly Submission[]): Promise<void> {
  const { length: count } = submissions;
  const question = _n(
    /* translators: %d: number of submissions. */
    'Delete %d submission with the emails about it permanently? This cannot be undone.',
    'Delete %d submissions with the emails about them permanently? This cannot be undone.',
    count,
  );
  if (!(await deps.confirm(sprintf(question, count), __('Delete permanently')))) return;
  const results = await runForEach(submissions, deleteSubmission);
  reportResults(deps, results, {
    /* translators: %d: number of submissions. */
    text: (deleted) => sprintf(_n('%d submission was deleted.', '%d submissions were deleted.', deleted), deleted),
  });
}
