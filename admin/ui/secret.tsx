// Displays a secret that cannot be read again.
import { __ } from '@wordpress/i18n';
import { useEffect, useRef } from 'react';
import { useCopy } from './use-copy.ts';

interface Props {
  /** Says what the secret is for. */
  readonly label: string;
  readonly secret: string;
  readonly close: () => void;
}

/** A secret with a button that copies it, and one that hides it. It receives the focus. */
export function Secret({ label, secret, close }: Props) {
  const copy = useCopy();
  const element = useRef<HTMLDivElement>(null);
  // The form with the focus is below it.
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} className="secret" role="status" tabIndex={-1}>
      {label}
      <code>{secret}</code>
      <span className="buttons">
        <button type="button" className="button" onClick={() => void copy(secret, __('Copied to the clipboard.'))}>
          {__('Copy')}
        </button>
        <button type="button" className="button" onClick={close}>
          {__('Done')}
        </button>
      </span>
    </div>
  );
}
