// Reports the outcome of an action for several records.
import type { FailedItems } from '../ui/failed-items.tsx';
import type { Notice } from '../ui/notices.tsx';
import type { Results } from './run-for-each.ts';

interface ReportDeps<T> {
  readonly notify: (notice: Notice) => void;
  /** Reads the list again, and shows and selects the items with which an action failed. */
  readonly refresh: (failed: FailedItems<T>) => void;
}

/** The notice about the items that succeeded; its text gets their number. */
interface SuccessNotice {
  readonly text: (count: number) => string;
  readonly action?: NonNullable<Notice['action']>;
}

/** Shows a notice about the items that succeeded, unless there are none, and has the list refreshed with those that failed. */
export function reportResults<T>(
  { notify, refresh }: ReportDeps<T>,
  { succeeded, failed }: Results<T>,
  { text, action }: SuccessNotice,
): void {
  if (succeeded.length > 0) notify({ kind: 'success', text: text(succeeded.length), ...(action && { action }) });
  refresh(failed);
}
