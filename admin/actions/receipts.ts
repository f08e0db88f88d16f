// The actions for receipts of consent in lists.
import type { Action } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { countReceiptsOf, deleteReceiptsOf, type Receipt } from '../data/resources/consent.ts';
import { icons } from '../ui/icons.tsx';
import type { Notice } from '../ui/notices.tsx';
import { messageOf } from '../ui/to-error.ts';

/** Dependencies of the actions. */
export interface ReceiptActionDeps {
  readonly notify: (notice: Notice) => void;
  /** Reads the list again. */
  readonly refresh: () => void;
  readonly open: (receipt: Receipt) => void;
  /** Limits the list to the receipts of a visitor. */
  readonly showVisitor: (visitor: string) => void;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
}

/** Returns the actions in the order of the menu. */
export const receiptActions = (deps: ReceiptActionDeps): Action<Receipt>[] => [
  {
    id: 'open',
    label: __('View'),
    isPrimary: true,
    callback: ([receipt]) => receipt && deps.open(receipt),
  },
  {
    id: 'visitor',
    label: __('Show all of this visitor'),
    callback: ([receipt]) => receipt && deps.showVisitor(receipt.visitor),
  },
  {
    id: 'delete',
    label: __('Delete all of this visitor'),
    icon: icons.delete,
    callback: ([receipt]) => void (receipt && deleteAll(deps, receipt.visitor)),
  },
];

/** Asks, and deletes the receipts of a visitor. */
async function deleteAll({ notify, refresh, confirm }: ReceiptActionDeps, visitor: string): Promise<void> {
  try {
    const count = await countReceiptsOf(visitor);
    const question = _n(
      /* translators: 1: number of receipts, 2: ID of a visitor. */
      'Delete %1$d receipt of the visitor %2$s permanently? It no longer proves what the visitor has accepted, and the visitor must choose again. This cannot be undone, and exported files remain.',
      'Delete all %1$d receipts of the visitor %2$s permanently? They no longer prove what the visitor has accepted, and the visitor must choose again. This cannot be undone, and exported files remain.',
      count,
    );
    if (!(await confirm(sprintf(question, count, visitor), __('Delete permanently')))) return;
    const deleted = await deleteReceiptsOf(visitor);
    /* translators: %d: number of receipts. */
    const text = sprintf(_n('%d receipt was deleted.', '%d receipts were deleted.', deleted), deleted);
    notify({ kind: 'success', text });
  } catch (error) {
    notify({ kind: 'error', text: messageOf(error) });
  }
  refresh();
}
