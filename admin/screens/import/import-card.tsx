// An uploaded export file: its upload, its check and its import.
import { __, sprintf } from '@wordpress/i18n';
import { useId, useRef, useState } from 'react';
import { UploadProgress } from '../../actions/uploads/upload-progress.tsx';
import { deleteImport, type ImportRun, importUploads, type SiteImport } from '../../data/resources/imports.ts';
import { stopUpload } from '../../data/resumable-uploads.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { toError } from '../../ui/to-error.ts';
import { RunProgress } from './run-progress.tsx';
import { RunResult } from './run-result.tsx';
import { isRunning } from './run-state.ts';
import { StartRun } from './start-run.tsx';

interface Props {
  readonly siteImport: SiteImport;
  /** Whether this or another file is being imported. */
  readonly isBusy: boolean;
  readonly refresh: (changed?: SiteImport) => Promise<void>;
}

/** A file with everything that can be done with it. */
export function ImportCard({ siteImport, isBusy, refresh }: Props) {
  const { id, file_name, size, site_title, site_url, username, created, state, dry_run, run } = siteImport;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const [error, setError] = useState<Error>();
  /** Runs an action that replaces the focused button. The heading gets the focus, so that it is not lost. */
  const act = async (action: () => Promise<SiteImport | undefined>) => {
    setError(undefined);
    try {
      await refresh(await action());
    } catch (cause) {
      setError(toError(cause));
      await refresh();
    }
    heading.current?.focus();
  };
  const remove = async () => {
    const question = __('Delete the uploaded file and its reports? What was imported remains. This cannot be undone.');
    if (!(await confirm(question, __('Delete')))) return;
    stopUpload(importUploads, id);
    await act(async () => {
      await deleteImport(id);
      return undefined;
    });
  };
  const running = [dry_run, run].find((each) => each?.state === 'running');
  return (
    <section className="card" aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1}>
        {site_title || file_name}
      </h2>
      <p className="quiet">
        {[
          site_title && file_name,
          site_url,
          formatBytes(size),
          /* translators: 1: username. 2: date. */
          sprintf(__('uploaded by %1$s on %2$s'), username, formatGmt(created)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {state === 'uploading' && <UploadProgress target={importUploads} file={siteImport} />}
      {running && <RunProgress siteImport={siteImport} run={running} act={act} />}
      {latest(siteImport).map(([kind, each]) => (
        <RunResult key={kind} importId={id} kind={kind} run={each} />
      ))}
      {state === 'uploaded' && !isRunning(siteImport) && (
        <StartRun siteImport={siteImport} isBusy={isBusy} act={act} confirm={confirm} />
      )}
      {state === 'file-deleted' && (
        <p className="quiet">{__('The file was deleted. Upload it again to import it again.')}</p>
      )}
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {!running && (
        <p className="buttons">
          <button type="button" className="button plain" onClick={() => void remove()}>
            {__('Delete this file')}
          </button>
        </p>
      )}
      {dialog}
    </section>
  );
}

/** Returns the runs that have ended, the import first. A check that was made before the latest import is outdated. */
function latest({ dry_run, run }: SiteImport): [kind: 'dry_run' | 'run', run: ImportRun][] {
  const ended: [kind: 'dry_run' | 'run', run: ImportRun][] = [];
  if (run && run.state !== 'running') ended.push(['run', run]);
  const isOutdated = dry_run && run && dry_run.started <= run.started;
  if (dry_run && dry_run.state !== 'running' && !isOutdated) ended.push(['dry_run', dry_run]);
  return ended;
}
