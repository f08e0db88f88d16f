// Displays code that users copy.
import { __, sprintf } from '@wordpress/i18n';
import { useCopy } from './use-copy.ts';

interface Props {
  /** The name of the example. */
  readonly label: string;
  readonly code: string;
}

/** Code with a button that copies it. */
export function CodeExample({ label, code }: Props) {
  const copy = useCopy();
  return (
    <figure className="code-example">
      <figcaption>
        <span>{label}</span>
        <button
          type="button"
          className="button"
          /* translators: %s: name of an example. */
          aria-label={sprintf(__('Copy: %s'), label)}
          onClick={() => void copy(code, __('Copied to the clipboard.'))}
        >
          {__('Copy')}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines can be scrolled with the keyboard. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
