// Copies text to the clipboard.
import { __ } from '@wordpress/i18n';
import { useNotices } from './notices.tsx';

/** Returns a function that copies a text and shows whether this succeeded. `copied` is the notice after a success. */
export function useCopy(): (text: string, copied: string) => Promise<void> {
  const notify = useNotices();
  return async (text, copied) => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ kind: 'success', text: copied });
    } catch {
      notify({ kind: 'error', text: __('The browser does not allow copying; select the text and copy it.') });
    }
  };
}
