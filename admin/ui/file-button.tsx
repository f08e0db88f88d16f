// A button with which the user selects a file to be sent, the progress, and the error.
import { __ } from '@wordpress/i18n';
import { useRef } from 'react';

interface Props {
  /** The label of the button. */
  readonly label: string;
  /** The accessible name of the field for the file. */
  readonly fieldLabel: string;
  /** The accessible name of the progress. */
  readonly progressLabel: string;
  /** The accepted media types, as in HTML. */
  readonly accept: string;
  /** The part that was sent, from 0 to 1; undefined while nothing is being sent. */
  readonly progress: number | undefined;
  readonly error: string | undefined;
  readonly onFile: (file: File) => void;
  /** Is called when the user stops the upload. */
  readonly cancel: () => void;
}

/** The button. It is disabled while a file is being sent. */
export function FileButton({ label, fieldLabel, progressLabel, accept, progress, error, onFile, cancel }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" disabled={progress !== undefined} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={fieldLabel}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be selected again.
          target.value = '';
        }}
      />
      {progress !== undefined && (
        <span className="file-progress">
          <progress value={progress} max={1} aria-label={progressLabel} />
          <button type="button" className="button" onClick={cancel}>
            {__('Cancel')}
          </button>
        </span>
      )}
      {error && (
        <p role="alert" className="error">
          {error}
        </p>
      )}
    </>
  );
}
