// The closing summary of an import as text.
import { type Outcome, outcomes, type Report } from './report.ts';

/** How many lines of authors and names of meta fields are shown; the rest is counted. */
const mostShown = 12;

const titles: Readonly<Record<Outcome, string>> = { imported: 'imported', there: 'already there', left: 'left out' };

/** A table of what was imported, what was there already and what was left out, and the notes below it; above it whether nothing was new. */
export function summaryOf(report: Report): string {
  const notes = [
    ...[...report.site, ...authorLines(report), ...metaLines(report)],
    ...[...noteLines(report), ...failureLines(report)],
  ];
  const isNew = report.imported > 0 ? [] : ['Nothing in this file was new.', ''];
  return [...isNew, ...tableOf(report), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/** What was imported in a few words: `posts 3, pages 1`; empty for nothing. */
export const importedInWords = ({ counts }: Report): string =>
  counts.imported
    .entries()
    .map(([kind, n]) => `${kind} ${n}`)
    .join(', ');

function tableOf({ counts }: Report): string[] {
  const kinds = [...new Set(outcomes.flatMap((outcome) => counts[outcome].entries().map(([kind]) => kind)))];
  const rows = [
    ['', ...outcomes.map((outcome) => titles[outcome])],
    ...kinds.map((kind) => [kind, ...outcomes.map((outcome) => String(counts[outcome].get(kind)))]),
  ];
  const first = Math.max(...rows.map(([kind = '']) => kind.length));
  return rows.map(([kind = '', ...cells]) => kind.padEnd(first) + cells.map((cell) => cell.padStart(15)).join(''));
}

function authorLines({ authors }: Report): string[] {
  if (authors.size === 0) return [];
  const lines = [...authors].map(([theirs, ours]) => `  ${theirs === '' ? '(nobody)' : theirs} → ${ours}`);
  const rest = lines.length - mostShown;
  return ['Authors:', ...lines.slice(0, mostShown), ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

function metaLines({ metaKeys }: Report): string[] {
  return metaKeys.total === 0 ? [] : [`Meta fields that no type declares were left out: ${metaKeys.top(mostShown)}.`];
}

function failureLines({ failures }: Report): string[] {
  if (failures.length === 0) return [];
  const lines = failures.map(({ address, reason }) => `  ${address}: ${reason}`);
  return ['Files that could not be fetched; running the command again tries them again:', ...lines];
}

const noteLines = ({ notes, examples }: Report): string[] =>
  notes.entries().flatMap(([sentence, n]) => {
    const about = examples.get(sentence) ?? [];
    const more = n > about.length && about.length > 0 ? [`  and ${n - about.length} more`] : [];
    return [`${sentence}: ${n}`, ...about.map((each) => `  ${each}`), ...more];
  });
