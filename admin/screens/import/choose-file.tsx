// Chooses an export file, also by dropping it, and uploads it.
import { __ } from '@wordpress/i18n';
import { type DragEvent, useId, useState } from 'react';
import type { SiteImport } from '../../data/resources/imports.ts';
import { useUpload } from './use-upload.ts';

interface Props {
  readonly refresh: (changed?: SiteImport) => Promise<void>;
  /** Whether there are no imports yet. */
  readonly isFirst: boolean;
}

/** A place for a file, with what to do before. */
export function ChooseFile({ refresh, isFirst }: Props) {
  const id = useId();
  const [isDropping, setDropping] = useState(false);
  const { start, error } = useUpload(refresh);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    const [file] = event.dataTransfer.files;
    if (file) void start(file);
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
      <p>
        {isFirst
          ? __(
              'Move a WordPress site here: in the admin area of the old site, choose “Tools”, “Export” and “All content”, and keep the old site online until its files were downloaded.',
            )
          : __('Choose another file, or the same file to continue an upload that is not complete.')}
      </p>
      <label className="button primary" htmlFor={id}>
        {__('Choose an export file')}
      </label>
      <input
        id={id}
        type="file"
        accept=".xml,text/xml,application/xml"
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void start(file);
          // Choosing the same file again starts another attempt.
          target.value = '';
        }}
      />
      <p className="quiet">{__('Or drop the file here. Nothing is imported until you start it.')}</p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
    </div>
  );
}
