// Uploads a file that the user has chosen.
import { useCallback, useState } from 'react';
import { uploadExport } from '../../data/import-uploads.ts';
import type { SiteImport } from '../../data/resources/imports.ts';
import { useNotices } from '../../ui/notices.tsx';
import { useIsShown } from '../../ui/use-is-shown.ts';

/** Returns a function that uploads a file, and the error of the latest upload. `refresh` shows changed imports. */
export function useUpload(refresh: (changed?: SiteImport) => Promise<void>) {
  const notify = useNotices();
  const [error, setError] = useState<Error>();
  const isShown = useIsShown();
  const start = useCallback(
    async (file: File) => {
      setError(undefined);
      try {
        await refresh(await uploadExport(file, (started) => void refresh(started)));
      } catch (cause) {
        const isStopped = cause instanceof DOMException && cause.name === 'AbortError';
        if (!isStopped) {
          const failure = cause instanceof Error ? cause : new Error(String(cause));
          setError(failure);
          // The user may have gone to another screen.
          if (!isShown.current) notify({ kind: 'error', text: failure.message });
        }
        await refresh();
      }
    },
    [refresh, notify, isShown],
  );
  return { start, error };
}
