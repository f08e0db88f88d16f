// Classifies comments and form submissions as spam or legitimate before they are stored.
import { withTimeLimit } from '../../time/with-time-limit.ts';

/** A submission to classify: a comment or a form submission. */
export interface Submission {
  readonly kind: 'comment' | 'form';
  readonly text: string;
  readonly name: string;
  readonly email: string;
  readonly url: string;
  /** The IP address of the sender. */
  readonly from: string;
  /** The user agent of the sender. */
  readonly agent: string;
  /** The ID of the author; 0 if anonymous. */
  readonly author: number;
  /** The ID of the entry that the submission belongs to; 0 if none. */
  readonly entry: number;
}

/** A classification. A submission classified as `spam` is stored but not public; one classified as `discard` is not stored. */
export type Classification = 'pass' | 'spam' | 'discard';

/** A function that classifies a submission. It must return quickly, because the caller waits for the response. */
export type Classifier = (submission: Submission) => Promise<Classification>;

const bySeverity: readonly Classification[] = ['pass', 'spam', 'discard'];

/** Default timeout of a classifier, in milliseconds. */
const defaultTimeoutMs = 10_000;

/**
 * Combines classifiers into one that returns the most severe of their results. A classifier that fails or times out counts as `pass`, and
 * `onError` receives its error.
 */
export function combineClassifiers(
  classifiers: readonly Classifier[],
  onError: (error: unknown) => void,
  timeoutMs = defaultTimeoutMs,
): Classifier {
  return async (submission) => {
    const pending = classifiers.map((classifier) =>
      withTimeLimit(timeoutMs, 'the classifier timed out', () => classifier(submission)).catch(
        (error: unknown): Classification => {
          onError(error);
          return 'pass';
        },
      ),
    );
    const results = await Promise.all(pending);
    return bySeverity.findLast((classification) => results.includes(classification)) ?? 'pass';
  };
}
