// Uploads a file that the user has chosen.
import { useCallback, useState } from 'react';
import { uploadExport } from '../../data/import-uploads.ts';
import type { SiteImport } from '../../data/resources/imports.ts';

/** Returns a function that uploads a file, and the error of the latest upload. `refresh` shows changed imports. */
export function useUpload(refresh: (changed?: SiteImport) => Promise<void>) {
  const [error, setError] = useState<Error>();
  const start = useCallback(
    async (file: File) => {
      setError(undefined);
      try {
        await refresh(await uploadExport(file, (started) => void refresh(started)));
      } catch (cause) {
        const isStopped = cause instanceof DOMException && cause.name === 'AbortError';
        if (!isStopped) setError(cause instanceof Error ? cause : new Error(String(cause)));
        await refresh();
      }
    },
    [refresh],
  );
  return { start, error };
}
