// The progress of a check or an import.
import { __ } from '@wordpress/i18n';
import { type ImportRun, type SiteImport, stopRun } from '../../data/resources/imports.ts';
import { describePhase } from './run-state.ts';

interface Props {
  readonly siteImport: SiteImport;
  readonly run: ImportRun;
  readonly act: (action: () => Promise<SiteImport | undefined>) => Promise<void>;
}

/** The progress, with a button that stops the run. */
export function RunProgress({ siteImport: { id, dry_run }, run, act }: Props) {
  const isCheck = dry_run === run;
  const label = isCheck ? __('Check') : __('Import');
  return (
    <div className="progress">
      {/* Without a value, the bar shows that the duration is unknown. */}
      {run.total > 0 ? (
        <progress max={run.total} value={run.done} aria-label={label} />
      ) : (
        <progress aria-label={label} />
      )}
      <p>{describePhase(run)}</p>
      <p role="status" className="quiet">
        {isCheck
          ? __('The check is running. You can leave this page; nothing is changed.')
          : __('The import is running. You can leave this page.')}
      </p>
      <p className="buttons">
        <button type="button" className="button" onClick={() => void act(() => stopRun(id))}>
          {isCheck ? __('Stop the check') : __('Stop the import')}
        </button>
      </p>
    </div>
  );
}
