// The entries with which an action failed. They stay selected, so that the user can try again.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { FailedEntries } from '../../actions/entries.ts';
import { titleOf } from '../../ui/entry-title.ts';

interface Props {
  readonly failed: FailedEntries;
  readonly close: () => void;
}

/** Lists the entries with their error messages. */
export function FailedEntriesList({ failed, close }: Props) {
  if (failed.length === 0) return null;
  return (
    <div className="failed-entries" role="alert">
      <p>
        {sprintf(
          /* translators: %d: number of entries. */
          _n('The action failed for %d entry:', 'The action failed for %d entries:', failed.length),
          failed.length,
        )}
      </p>
      <ul>
        {failed.map(({ item, error }) => (
          <li key={item.id}>
            <strong>{titleOf(item)}</strong> {error.message}
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={close}>
        {__('Close')}
      </button>
    </div>
  );
}
