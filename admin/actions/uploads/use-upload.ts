// Uploads a file that the user has chosen.
import { useCallback, useState } from 'react';
import { type UploadedFile, type UploadTarget, uploadFile } from '../../data/resumable-uploads.ts';
import { useNotices } from '../../ui/notices.tsx';
import { toError } from '../../ui/to-error.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';

/**
 * Returns a function that uploads a file and resolves with its record, or with undefined if that failed or was stopped, and the error of the
 * latest upload. `refresh` shows changed records.
 */
export function useUpload<T extends UploadedFile>(target: UploadTarget<T>, refresh: (changed?: T) => Promise<void>) {
  const notify = useNotices();
  const [error, setError] = useState<Error>();
  const isShown = useIsShown();
  const start = useCallback(
    async (file: File): Promise<T | undefined> => {
      setError(undefined);
      try {
        const uploaded = await uploadFile(target, file, (started) => void refresh(started));
        await refresh(uploaded);
        return uploaded;
      } catch (cause) {
        const isStopped = cause instanceof DOMException && cause.name === 'AbortError';
        if (!isStopped) {
          const failure = toError(cause);
          setError(failure);
          // The user may have gone to another screen.
          if (!isShown.current) notify({ kind: 'error', text: failure.message });
        }
        await refresh();
        return undefined;
      }
    },
    [target, refresh, notify, isShown],
  );
  return { start, error };
}
