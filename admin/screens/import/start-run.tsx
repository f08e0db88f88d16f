// Starts a check or an import of an uploaded file.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { readReport, type SiteImport, startRun } from '../../data/resources/imports.ts';
import { CheckboxField } from '../../ui/fields/choice-fields.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

interface Props {
  readonly siteImport: SiteImport;
  /** Whether this or another file is being imported. */
  readonly isBusy: boolean;
  readonly act: (action: () => Promise<SiteImport | undefined>) => Promise<void>;
  readonly confirm: (text: string, label: string) => Promise<boolean>;
}

/** The options of an import, and the buttons that start a check or the import. */
export function StartRun({ siteImport, isBusy, act, confirm }: Props) {
  const { id, site_title, file_name, dry_run, run } = siteImport;
  const latest = run && dry_run ? (dry_run.started > run.started ? dry_run : run) : (run ?? dry_run);
  const [shouldFetch, setShouldFetch] = useState(latest?.fetch_attachments ?? true);
  const [authors, setAuthors] = useState<Readonly<Record<string, string>>>(latest?.authors ?? {});
  const options = { fetch_attachments: shouldFetch, authors: withoutEmpty(authors) };
  const isContinued = run !== null && run.state !== 'done';
  // The check comes first, until there was one.
  const isImportNext = dry_run !== null || isContinued;
  const startImport = async () => {
    const question = sprintf(
      /* translators: %s: name of the old site. */
      __(
        'Import “%s” into this site? Existing content stays unchanged. An import cannot be undone: imported entries have to be deleted one by one or in the lists.',
      ),
      site_title || file_name,
    );
    const label = isContinued ? __('Continue the import') : __('Import');
    if (await confirm(question, label)) await act(() => startRun(id, { ...options, dry_run: false }));
  };
  return (
    <div className="start-run">
      <CheckboxField
        label={__('Download the files of media items from the old site')}
        help={__('Otherwise, images and other files stay on the old site until you import the file again.')}
        value={shouldFetch}
        onChange={setShouldFetch}
      />
      {dry_run?.has_report && (
        <Authors importId={id} started={dry_run.started} values={authors} onChange={setAuthors} />
      )}
      {isBusy && <p role="status">{__('Another file is being imported. Wait until it is finished.')}</p>}
      <p className="buttons">
        <button
          type="button"
          className={isImportNext ? 'button' : 'button primary'}
          disabled={isBusy}
          onClick={() => void act(() => startRun(id, { ...options, dry_run: true }))}
        >
          {dry_run ? __('Check again') : __('Check what would be imported')}
        </button>
        <button
          type="button"
          className={isImportNext ? 'button primary' : 'button'}
          disabled={isBusy}
          onClick={() => void startImport()}
        >
          {isContinued ? __('Continue the import…') : run ? __('Import again…') : __('Import…')}
        </button>
      </p>
    </div>
  );
}

const withoutEmpty = (authors: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(authors).flatMap(([author, user]) => (user.trim() ? [[author, user.trim()]] : [])));

interface AuthorsProps {
  readonly importId: number;
  /** The start of the check whose report lists the authors. */
  readonly started: string;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Maximum number of authors with a field. */
const maxAuthors = 50;

/** The users to whom the entries of authors are assigned. */
function Authors({ importId, started, values, onChange }: AuthorsProps) {
  const { data } = useQuery({
    queryKey: ['import-report', importId, 'dry_run', started],
    queryFn: ({ signal }) => readReport(importId, 'dry_run', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const authors = (data?.authors ?? []).filter(({ author }) => author !== '').slice(0, maxAuthors);
  if (authors.length === 0) return null;
  return (
    <details>
      <summary>{__('Assign authors to other users')}</summary>
      {authors.map(({ author, match }) => (
        <TextField
          key={author}
          /* translators: %s: username on the old site. */
          label={sprintf(__('Username for the entries of “%s”'), author)}
          /* translators: %s: username on this site, and how it was found. */
          help={sprintf(__('Leave it empty to use %s.'), match)}
          value={values[author] ?? ''}
          onChange={(value) => onChange({ ...values, [author]: value })}
        />
      ))}
    </details>
  );
}
