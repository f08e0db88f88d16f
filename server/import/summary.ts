// Formats the summary of an import as text, and for the API.
import type { ImportReport } from '../../contract/octavo-v1/imports.ts';
import { type Outcome, outcomes, type Report } from './report.ts';
import type { Tally } from './tally.ts';

/** Maximum number of listed authors, and of listed meta field names; the others are only counted. */
const maxListed = 12;

const titles: Readonly<Record<Outcome, string>> = { imported: 'imported', there: 'already there', left: 'skipped' };

/**
 * Returns a table with the number of imported, existing and skipped records, followed by the notes. If nothing was imported, a line before
 * the table states it.
 */
export function summaryOf(report: Report): string {
  const notes = [
    ...[...report.site, ...authorLines(report), ...metaLines(report)],
    ...[...noteLines(report), ...failureLines(report)],
  ];
  const nothingNewLines = report.imported > 0 ? [] : ['Nothing in this file was new.', ''];
  return [...nothingNewLines, ...tableOf(report), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/**
 * Returns the summary for the output of `--json`: the number of imported, existing and skipped records of each kind, the matched authors,
 * the skipped meta fields, the notes with the number of records that each concerns, and the failed downloads.
 */
export const presentReport = (report: Report) => ({
  imported: countsOf(report.counts.imported),
  existing: countsOf(report.counts.there),
  skipped: countsOf(report.counts.left),
  authors: Object.fromEntries(report.authors),
  skippedMetaFields: countsOf(report.metaKeys),
  site: report.site,
  notes: countsOf(report.notes),
  failures: report.failures,
});

/** Maximum number of failed downloads in a presented report. */
const maxFailures = 1000;

/** Returns the report for the API. It has the content of the summary. */
export const toApiReport = (report: Report): ImportReport => ({
  records: kindsOf(report).map((kind) => ({
    kind,
    imported: report.counts.imported.get(kind),
    existing: report.counts.there.get(kind),
    skipped: report.counts.left.get(kind),
  })),
  authors: [...report.authors].map(([author, match]) => ({ author, match })),
  skipped_meta_fields: report.metaKeys.entries().map(([key, count]) => ({ key, count })),
  site: report.site,
  notes: report.notes.entries().map(([text, count]) => ({ text, count, examples: report.examples.get(text) ?? [] })),
  failures: report.failures.slice(0, maxFailures),
  failure_count: report.failures.length,
});

const kindsOf = ({ counts }: Report): string[] => [
  ...new Set(outcomes.flatMap((outcome) => counts[outcome].entries().map(([kind]) => kind))),
];

const countsOf = (tally: Tally): Record<string, number> => Object.fromEntries(tally.entries());

/** Returns the number of imported records of each kind, such as `posts 3, pages 1`; empty when nothing was imported. */
export const formatImported = ({ counts }: Report): string =>
  counts.imported
    .entries()
    .map(([kind, n]) => `${kind} ${n}`)
    .join(', ');

function tableOf(report: Report): string[] {
  const { counts } = report;
  const kinds = kindsOf(report);
  const rows = [
    ['', ...outcomes.map((outcome) => titles[outcome])],
    ...kinds.map((kind) => [kind, ...outcomes.map((outcome) => String(counts[outcome].get(kind)))]),
  ];
  const firstColumnWidth = Math.max(...rows.map(([kind = '']) => kind.length));
  return rows.map(
    ([kind = '', ...cells]) => kind.padEnd(firstColumnWidth) + cells.map((cell) => cell.padStart(15)).join(''),
  );
}

function authorLines({ authors }: Report): string[] {
  if (authors.size === 0) return [];
  const lines = [...authors].map(
    ([sourceLogin, match]) => `  ${sourceLogin === '' ? '(no author)' : sourceLogin} → ${match}`,
  );
  const rest = lines.length - maxListed;
  return ['Authors:', ...lines.slice(0, maxListed), ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

function metaLines({ metaKeys }: Report): string[] {
  return metaKeys.total === 0 ? [] : [`Skipped meta fields that are not declared: ${metaKeys.top(maxListed)}.`];
}

function failureLines({ failures }: Report): string[] {
  if (failures.length === 0) return [];
  const lines = failures.map(({ url, reason }) => `  ${url}: ${reason}`);
  return ['Files that could not be downloaded; run the command again to retry them:', ...lines];
}

const noteLines = ({ notes, examples }: Report): string[] =>
  notes.entries().flatMap(([sentence, n]) => {
    const about = examples.get(sentence) ?? [];
    const more = n > about.length && about.length > 0 ? [`  and ${n - about.length} more`] : [];
    return [`${sentence}: ${n}`, ...about.map((each) => `  ${each}`), ...more];
  });
