// Formats the results of measurements as a table and as a chart.
import { type Budget, isMet, type Result } from './budgets.ts';

/** The results of one engine. */
export interface Run {
  readonly engine: string;
  readonly results: readonly Result[];
}

const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toPrecision(value >= 10 ? 3 : 2);

const formatBudget = ({ bound, value, unit }: Budget): string =>
  `${bound === 'at least' ? '≥' : '≤'} ${formatNumber(value)} ${unit}`;

/** Returns a Markdown table of all budgets with the results of each engine. Cells of unmeasured budgets are blank. */
export function tableOf(budgets: readonly Budget[], runs: readonly Run[]): string {
  const head = ['Measurement', 'Budget', ...runs.flatMap(({ engine }) => [engine, 'Details'])];
  const rows = budgets.map((budget) => [
    budget.name,
    formatBudget(budget),
    ...runs.flatMap(({ results }) => {
      const result = results.find(({ name }) => name === budget.name);
      return result
        ? [`${formatNumber(result.value)}${isMet(budget, result.value) ? '' : ' **missed**'}`, result.note]
        : ['', ''];
    }),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const row = 26;
const left = 290;
const width = 480;

/**
 * Returns an SVG chart of the ratio of each result to its budget. Bars to the right of the center line meet the budget, those
 * to the left miss it. Each side spans a factor of ten.
 */
export function chartOf(budgets: readonly Budget[], { engine, results }: Run): string {
  const bars = budgets.flatMap((budget) => {
    const result = results.find(({ name }) => name === budget.name);
    if (!result || !(result.value > 0)) return [];
    const better = budget.bound === 'at least' ? result.value / budget.value : budget.value / result.value;
    return [{ name: budget.name, better, label: `${formatNumber(result.value)} (${formatBudget(budget)})` }];
  });
  const middle = left + width / 2;
  const offset = (better: number) => Math.max(-1, Math.min(1, Math.log10(better))) * (width / 2);
  const elements = bars.map(({ name, better, label }, at) => {
    const y = 40 + at * row;
    const length = offset(better);
    const from = length < 0 ? middle + length : middle;
    return [
      `<text x="${left - 10}" y="${y + 13}" text-anchor="end">${name}</text>`,
      `<rect x="${from.toFixed(1)}" y="${y + 2}" width="${Math.max(1, Math.abs(length)).toFixed(1)}" height="14" fill="${better >= 1 ? '#2f8f5b' : '#c2452d'}"/>`,
      `<text x="${left + width + 10}" y="${y + 13}">${label.replaceAll('<', '&lt;')}</text>`,
    ].join('\n');
  });
  const height = 60 + bars.length * row;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 ${height}" font-family="sans-serif" font-size="12" fill="#808080">
<title>Budgets and measurements on ${engine}</title>
<text x="${middle}" y="24" text-anchor="middle">budget (${engine}; each side a factor of ten)</text>
<line x1="${middle}" y1="32" x2="${middle}" y2="${height - 16}" stroke="#808080"/>
${elements.join('\n')}
</svg>
`;
}

/** Merges new results into previous ones, replacing those with the same name and engine. */
export function mergeRuns(previous: readonly Run[], runs: readonly Run[]): Run[] {
  const engines = [...new Set([...previous, ...runs].map(({ engine }) => engine))];
  const of = (all: readonly Run[], engine: string) => all.find((run) => run.engine === engine)?.results ?? [];
  return engines.map((engine) => {
    const replacements = of(runs, engine);
    const retained = of(previous, engine).filter(({ name }) => !replacements.some((each) => each.name === name));
    return { engine, results: [...retained, ...replacements] };
  });
}

/** Replaces the text between the `<!-- name -->` and `<!-- /name -->` markers. Throws when the markers are missing. */
export function replaceSection(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document has no markers for the section ${name}.`);
  return `${document.slice(0, from + begin.length)}\n${content}\n${document.slice(to)}`;
}
