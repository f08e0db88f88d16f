// The result of a check or an import that has ended.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';
import { type ImportRun, readReport } from '../../data/resources/imports.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { paths } from '../../ui/paths.ts';
import { serviceText } from '../../ui/service-text.ts';
import { Report } from './report.tsx';

interface Props {
  readonly importId: number;
  readonly kind: 'dry_run' | 'run';
  readonly run: ImportRun;
}

/** The outcome of a run, with the report and, after an import, links to the lists. */
export function RunResult({ importId, kind, run }: Props) {
  const { types } = useBootstrap();
  const { data: report, error } = useQuery({
    queryKey: ['import-report', importId, kind, run.started],
    queryFn: ({ signal }) => readReport(importId, kind, signal),
    enabled: run.has_report,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isImport = kind === 'run';
  return (
    <div className="result">
      <h3>{titleOf(run, isImport)}</h3>
      <p className="quiet">
        {sprintf(
          /* translators: 1: username. 2: date. */
          __('Started by %1$s on %2$s.'),
          run.started_by,
          formatGmt(run.started),
        )}
      </p>
      {run.error !== null && <p className="error">{serviceText(run.error)}</p>}
      {run.state === 'interrupted' && isImport && (
        <p>
          {__('What was imported until then remains. Start the import again to continue; nothing is imported twice.')}
        </p>
      )}
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {report && <Report report={report} isImport={isImport} />}
      {isImport && types.length > 0 && (
        <ul className="links" aria-label={__('Imported content')}>
          {types.map(({ slug, name }) => (
            <li key={slug}>
              <Link href={paths.entries(slug)}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function titleOf({ state }: ImportRun, isImport: boolean): string {
  if (state === 'failed') return isImport ? __('The import has failed') : __('The check has found an error');
  if (state === 'interrupted') return isImport ? __('The import was interrupted') : __('The check was interrupted');
  return isImport ? __('The import is complete') : __('The check is complete; nothing was changed');
}
