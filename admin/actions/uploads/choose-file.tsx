// Chooses a file, also by dropping it.
import { type ReactNode, useId, useRef } from 'react';
import { useDroppedFiles } from '../../ui/use-dropped-files.ts';

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
  const place = useRef<HTMLDivElement>(null);
  const choose = ([file]: readonly File[]) => file && onChoose(file);
  const isDropping = useDroppedFiles(choose, place);
  return (
    <div ref={place} className={isDropping ? 'drop dropping' : 'drop'}>
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
          choose([...(target.files ?? [])]);
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
