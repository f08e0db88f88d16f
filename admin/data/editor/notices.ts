// Shows notices in the editor, where its own notices are: above the canvas, reachable by keyboard, and announced by screen readers.
import { dispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';

/** A notice that stays until it is closed or removed. */
export interface EditorNotice {
  /** A notice with the same ID is replaced. */
  readonly id: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Shows a warning. */
export function showWarning({ id, text, action }: EditorNotice): void {
  const actions = action ? [{ label: action.label, onClick: action.run }] : [];
  void dispatch(noticesStore).createWarningNotice(text, { id, actions });
}

/** Removes a notice, if it is displayed. */
export const removeNotice = (id: string): void => void dispatch(noticesStore).removeNotice(id);
