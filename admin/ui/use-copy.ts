// Copies text to the clipboard.
import { __ } from '@wordpress/i18n';
import { useNotices } from './notices.tsx';

/** A function that copies a text. `copied` and `failed` are the notices afterwards; by default, the latter says to select the text. */
export type Copy = (text: string, copied: string, failed?: string) => Promise<void>;

/** Returns a function that copies a text and shows whether this succeeded. */
export function useCopy(): Copy {
  const notify = useNotices();
  return async (text, copied, failed) => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ kind: 'success', text: copied });
    } catch {
      const text = failed ?? __('The browser does not allow copying; select the text and copy it.');
      notify({ kind: 'error', text });
    }
  };
}
