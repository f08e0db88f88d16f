// Replaces a file, whose URL remains the same.

import { __, sprintf } from '@wordpress/i18n';
import { useRef, useState } from 'react';
import { replaceFile, type VersionedMedia } from '../../data/resources/media.ts';
import { rejectionOf } from '../../data/uploads/check-file.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useAskBeforeClosing } from '../../ui/ask-before-closing.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';

interface Props {
  readonly version: VersionedMedia;
  readonly confirm: (question: string, label: string) => Promise<boolean>;
  /** Reads the current version of the item. */
  readonly reload: () => Promise<unknown>;
}

/** A button with which the user selects the new file; while it is sent, the progress. */
export function ReplaceFile({ version, confirm, reload }: Props) {
  const { progress, error, replace, cancel } = useReplacement({ version, confirm, reload });
  return (
    <FileButton
      label={__('Replace the file')}
      fieldLabel={__('New file')}
      progressLabel={__('Progress of the replacement')}
      accept={version.item.mime_type}
      {...{ progress, error, cancel }}
      onFile={(file) => void replace(file)}
    />
  );
}

function useReplacement({ version, confirm, reload }: Props) {
  const { limits } = useBootstrap();
  const notify = useNotices();
  const isShown = useIsShown();
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const controller = useRef<AbortController>();
  useAskBeforeClosing(progress !== undefined);
  const send = async (file: File) => {
    const started = new AbortController();
    controller.current = started;
    const { signal } = started;
    setProgress(0);
    try {
      await replaceFile(version, file, { signal, onProgress: setProgress });
      await reload();
      notify({ kind: 'success', text: __('The file was replaced. Its URLs are the same as before.') });
    } catch (reason) {
      if (signal.aborted) return;
      const text = messageOf(reason);
      setError(text);
      // The user may have gone to another screen.
      if (!isShown.current) notify({ kind: 'error', text });
    } finally {
      setProgress(undefined);
    }
  };
  const replace = async (file: File) => {
    const rejected = rejectionOf(file, limits);
    setError(rejected);
    if (rejected !== undefined) return;
    const question = sprintf(
      /* translators: 1: name of the current file, 2: name of the new file. */
      __(
        'Replace “%1$s” with “%2$s”? All entries that use the file will show the new one. The current file is deleted; this cannot be undone.',
      ),
      version.item.filename,
      file.name,
    );
    if (await confirm(question, __('Replace'))) await send(file);
  };
  return { progress, error, replace, cancel: () => controller.current?.abort() };
}
