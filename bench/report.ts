// Formats the results of measurements as a table and as a chart.
import { type Budget, type Engine, isMet, type Limit, type Result } from './budgets.ts';

/** The results of one engine. */
export interface Run {
  readonly engine: Engine;
  readonly results: readonly Result[];
}

const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toPrecision(value >= 10 ? 3 : 2);

const formatLimit = ({ bound, value, unit }: Limit): string =>
  `${bound === 'at least' ? '≥' : '≤'} ${formatNumber(value)} ${unit}`;

/**
 * Returns a Markdown table of all budgets with the results of each engine. Missed budgets and regressions are marked. Cells of unmeasured
 * budgets are blank, as are those of engines that have no budget.
 */
export function tableOf(budgets: readonly Budget[], runs: readonly Run[]): string {
  const head = ['Measurement', ...runs.flatMap(({ engine }) => ['Budget', engine, 'Details'])];
  const rows = budgets.map((budget) => [
    budget.name,
    ...runs.flatMap(({ engine, results }) => {
      const limit = budget.limits[engine];
      const result = results.find(({ name }) => name === budget.name);
      if (!limit) return ['', '', ''];
      return result ? [formatLimit(limit), formatValue(limit, result), result.note] : [formatLimit(limit), '', ''];
    }),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatValue(limit: Limit, { value, regression }: Result): string {
  const marks = [...(isMet(limit, value) ? [] : ['missed']), ...(regression === undefined ? [] : [regression])];
  return [formatNumber(value), ...marks.map((mark) => `**${mark}**`)].join(' ');
}

const row = 26;
const left = 400;
const width = 480;

/**
 * Returns an SVG chart of the ratio of each result to its budget. Bars to the right of the center line meet the budget, those
 * to the left miss it. Each side spans a factor of ten.
 */
export function chartOf(budgets: readonly Budget[], { engine, results }: Run): string {
  const bars = budgets.flatMap((budget) => {
    const result = results.find(({ name }) => name === budget.name);
    const limit = budget.limits[engine];
    if (!limit || !result || !(result.value > 0)) return [];
    const better = limit.bound === 'at least' ? result.value / limit.value : limit.value / result.value;
    return [{ name: budget.name, better, label: `${formatNumber(result.value)} (${formatLimit(limit)})` }];
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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1150 ${height}" font-family="sans-serif" font-size="12" fill="#808080">
<title>Budgets and measurements on ${engine}</title>
<text x="${middle}" y="24" text-anchor="middle">budget (${engine}; each side a factor of ten)</text>
<line x1="${middle}" y1="32" x2="${middle}" y2="${height - 16}" stroke="#808080"/>
${elements.join('\n')}
</svg>
`;
}

/**
 * Merges new results into previous ones, replacing those with the same name and engine. Previous results without a budget, such as
 * those of measurements that no longer exist, are removed.
 */
export function mergeRuns(budgets: readonly Budget[], previous: readonly Run[], runs: readonly Run[]): Run[] {
  const engines = [...new Set([...previous, ...runs].map(({ engine }) => engine))];
  const of = (all: readonly Run[], engine: Engine) => all.find((run) => run.engine === engine)?.results ?? [];
  return engines.map((engine) => {
    const replacements = of(runs, engine);
    const hasBudget = (result: Result) => budgets.some(({ name, limits }) => name === result.name && limits[engine]);
    const retained = of(previous, engine).filter(
      (result) => hasBudget(result) && !replacements.some(({ name }) => name === result.name),
    );
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
