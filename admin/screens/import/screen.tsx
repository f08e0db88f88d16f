// The screen that imports other sites from their export files.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useCallback } from 'react';
import { ChooseFile } from '../../actions/uploads/choose-file.tsx';
import { useUpload } from '../../actions/uploads/use-upload.ts';
import { importUploads, type SiteImport } from '../../data/resources/imports.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ImportCard } from './import-card.tsx';
import { isRunning } from './run-state.ts';

const queryKey = ['imports'];

/** Interval at which the progress of a run is read, in milliseconds. */
const pollMs = 1500;

/** The uploaded files with their progress, and a form that uploads another one. */
export default function ImportScreen() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => importUploads.list(signal),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
  });
  const client = useQueryClient();
  /** Shows an import as a response has described it, and reads the others again. */
  const refresh = useCallback(
    (changed?: SiteImport) => {
      if (changed)
        client.setQueryData<readonly SiteImport[]>(queryKey, (all = []) =>
          all.some(({ id }) => id === changed.id)
            ? all.map((each) => (each.id === changed.id ? changed : each))
            : [changed, ...all],
        );
      return client.invalidateQueries({ queryKey });
    },
    [client],
  );
  const upload = useUpload(importUploads, refresh);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading label={__('Loading the imports…')} />;
  return (
    <div className="import">
      <h1>{__('Import')}</h1>
      <ChooseFile
        label={__('Choose an export file')}
        accept=".xml,text/xml,application/xml"
        hint={__('Or drop the file here. Nothing is imported until you start it.')}
        error={upload.error}
        onChoose={(file) => void upload.start(file)}
      >
        <p>
          {data.length === 0
            ? __(
                'Move a WordPress site here: in the admin area of the old site, choose “Tools”, “Export” and “All content”, and keep the old site online until its files were downloaded.',
              )
            : __('Choose another file, or the same file to continue an upload that is not complete.')}
        </p>
      </ChooseFile>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {data.map((each) => (
        <ImportCard key={each.id} siteImport={each} isBusy={data.some(isRunning)} refresh={refresh} />
      ))}
    </div>
  );
}
