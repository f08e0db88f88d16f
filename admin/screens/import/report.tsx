// The report of a check or an import, with the content of the summary that the command prints.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { ImportReport } from '../../data/resources/imports.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { serviceText } from '../../ui/service-text.ts';

interface Props {
  readonly report: ImportReport;
  /** Whether it is that of an import, and not of a check. */
  readonly isImport: boolean;
}

/** The numbers of records, and what was skipped and why. */
export function Report({ report, isImport }: Props) {
  const { records, site, authors, notes, skipped_meta_fields: metaFields, failures, failure_count } = report;
  const isNew = records.some(({ imported }) => imported > 0);
  return (
    <>
      {!isImport && <p>{__('An import would have this result:')}</p>}
      {!isNew && <p>{__('Nothing in this file is new.')}</p>}
      {records.length > 0 && <Records records={records} isImport={isImport} />}
      {site.length > 0 && (
        <ul>
          {site.map((each) => (
            <li key={each}>{serviceText(withoutCommand(each))}</li>
          ))}
        </ul>
      )}
      {failure_count > 0 && (
        <Details
          isOpen
          title={sprintf(
            /* translators: %d: number of files. */
            _n('%d file could not be downloaded', '%d files could not be downloaded', failure_count),
            failure_count,
          )}
        >
          <p>{__('Start the import again while the old site is online to download them.')}</p>
          <ul>
            {failures.map(({ url, reason }) => (
              <li key={url}>
                {url}: {reason}
              </li>
            ))}
          </ul>
        </Details>
      )}
      {notes.length > 0 && (
        <Details isOpen title={__('Notes')}>
          <ul>
            {notes.map(({ text, count, examples }) => (
              <li key={text}>
                {describeNote(text)}: {formatNumber(count)}
                <Examples examples={examples} count={count} />
              </li>
            ))}
          </ul>
        </Details>
      )}
      {metaFields.length > 0 && (
        <Details title={__('Skipped meta fields that no content type declares')}>
          <ul>
            {metaFields.map(({ key, count }) => (
              <li key={key}>
                <code>{key}</code>: {formatNumber(count)}
              </li>
            ))}
          </ul>
        </Details>
      )}
      {authors.length > 0 && (
        <Details title={__('Authors')}>
          <ul>
            {authors.map(({ author, match }) => (
              <li key={author}>
                {author || __('(no author)')} → {match}
              </li>
            ))}
          </ul>
        </Details>
      )}
    </>
  );
}

function Records({ records, isImport }: { readonly records: ImportReport['records']; readonly isImport: boolean }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{__('Kind')}</th>
          <th scope="col">{isImport ? __('Imported') : __('New')}</th>
          <th scope="col">{__('Already there')}</th>
          <th scope="col">{__('Skipped')}</th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ kind, imported, existing, skipped }) => (
          <tr key={kind}>
            <th scope="row">{kind}</th>
            <td>{formatNumber(imported)}</td>
            <td>{formatNumber(existing)}</td>
            <td>{formatNumber(skipped)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DetailsProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

function Details({ title, isOpen = false, children }: DetailsProps) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** Returns a sentence about the site without the command that changes a setting. */
const withoutCommand = (sentence: string): string => sentence.replace(/ \(to use it: octavo .*\)(?=\.$)/, '');

/** The note about files that were not downloaded, which names an option of the command. */
const pendingFilesNote = 'files still on the old site; --fetch-attachments downloads them';

const describeNote = (text: string): string =>
  text === pendingFilesNote
    ? __('files that stay on the old site until you import with their download')
    : serviceText(text);

/** The first records that a note concerns. */
function Examples({ examples, count }: { readonly examples: readonly string[]; readonly count: number }) {
  if (examples.length === 0) return null;
  const more = count - examples.length;
  return (
    <ul className="quiet">
      {examples.map((each) => (
        <li key={each}>{each}</li>
      ))}
      {/* translators: %d: number of further records. */}
      {more > 0 && <li>{sprintf(_n('and %d more', 'and %d more', more), more)}</li>}
    </ul>
  );
}
