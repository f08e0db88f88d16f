// Controls whether the editor saves the entry.
import { dispatch, select } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';

/** The name of the lock in the editor. It is not the edit lock of the service. */
const savingLock = 'octavo-edit-lock';

/** Prevents or allows that the user saves the entry. Autosaves continue: while another user holds the edit lock, they do not change it. */
export function setSavingAllowed(isAllowed: boolean): void {
  const { lockPostSaving, unlockPostSaving } = dispatch(editorStore);
  if (isAllowed) unlockPostSaving(savingLock);
  else lockPostSaving(savingLock);
}

/** Stores unsaved changes as an autosave of the user, if there are any. */
export async function autosaveChanges(): Promise<void> {
  const editor = select(editorStore);
  if (editor.isEditedPostDirty() && editor.isEditedPostSaveable()) await dispatch(editorStore).autosave();
}
