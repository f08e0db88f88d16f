// The items with which an action failed. They stay selected, so that the user can try again.
import { __, _n, sprintf } from '@wordpress/i18n';

/** Items with which an action failed, with the errors. */
export type FailedItems<T> = readonly { readonly item: T; readonly error: Error }[];

interface Props<T> {
  readonly failed: FailedItems<T>;
  readonly idOf: (item: T) => string | number;
  /** The name of an item, as the list shows it. */
  readonly nameOf: (item: T) => string;
  /** Performs the action again with the current versions of these items; absent if this is not possible. */
  readonly retry?: (() => void) | undefined;
  readonly close: () => void;
}

/** Lists the items with their error messages. Renders nothing if the list is empty. */
export function FailedItemsList<T>({ failed, idOf, nameOf, retry, close }: Props<T>) {
  if (failed.length === 0) return null;
  return (
    <div className="failed-items" role="alert">
      <p>
        {sprintf(
          /* translators: %d: number of items. */
          _n('The action failed for %d item:', 'The action failed for %d items:', failed.length),
          failed.length,
        )}
      </p>
      <ul>
        {failed.map(({ item, error }) => (
          <li key={idOf(item)}>
            <strong>{nameOf(item)}</strong> {error.message}
          </li>
        ))}
      </ul>
      <p className="buttons">
        {retry && (
          <button type="button" className="button" onClick={retry}>
            {__('Try again')}
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          {__('Close')}
        </button>
      </p>
    </div>
  );
}
