// Chooses a file, also by dropping it.
import { type DragEvent, type ReactNode, useId, useState } from 'react';

interface Props {
  /** The label of the button. */
  readonly label: string;
  /** The types of files that can be chosen. */
  readonly accept: string;
  /** The note below the button, which says what happens with the file. */
  readonly hint: string;
  readonly error: Error | undefined;
  readonly onChoose: (file: File) => void;
  /** The instructions above the button. */
  readonly children?: ReactNode;
}

/** A place for a file. */
export function ChooseFile({ label, accept, hint, error, onChoose, children }: Props) {
  const id = useId();
  const [isDropping, setDropping] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is another way to use the field inside.
    <div
      className={isDropping ? 'drop dropping' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={drop}
    >
      {children}
      <label className="button primary" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          // Choosing the same file again starts another attempt.
          target.value = '';
        }}
      />
      <p className="quiet">{hint}</p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
    </div>
  );
}
