// Performance budgets (docs/performance.md). Each ratio compares two measurements of the same run on the same machine:
// `× raw` compares with a bare node:http server that sends the same bytes, `× hot` with cached reads without writes,
// `× native` with the native mount, and `× the time` with a smaller site.

export interface Budget {
  /** Name of the measurement in the table and in docs/performance.json. */
  readonly name: string;
  /** Group of measurements to which this one belongs; `--only` selects groups. */
  readonly measure:
    | 'reads'
    | 'pages'
    | 'names'
    | 'real'
    | 'growth'
    | 'writes'
    | 'mixed'
    | 'start'
    | 'memory'
    | 'import'
    | 'install';
  readonly bound: 'at least' | 'at most';
  readonly value: number;
  readonly unit: '× raw' | '× hot' | '× native' | '× the time' | 'per second' | 'ms' | 'MB' | 's' | 'packages';
}

const budget = (
  measure: Budget['measure'],
  name: string,
  bound: Budget['bound'],
  value: number,
  unit: Budget['unit'],
): Budget => ({ measure, name, bound, value, unit });

export const budgets: readonly Budget[] = [
  budget('reads', 'hot: item', 'at least', 0.8, '× raw'),
  budget('reads', 'hot: list of 10', 'at least', 0.8, '× raw'),
  budget('reads', 'hot: list of 10 with _embed', 'at least', 0.8, '× raw'),
  budget('reads', 'hot: list of 10 in the compatible names', 'at least', 0.8, '× raw'),
  budget('reads', 'cold: item', 'at least', 0.2, '× raw'),
  budget('reads', 'cold: list of 10', 'at least', 0.2, '× raw'),
  budget('reads', 'cold: list of 10 with _embed', 'at least', 0.2, '× raw'),
  budget('reads', 'edit context, signed in: list of 10', 'at least', 0.08, '× raw'),
  budget('pages', 'hot: home page', 'at least', 0.8, '× raw'),
  budget('pages', 'hot: page of a post', 'at least', 0.8, '× raw'),
  budget('pages', 'hot: page of a category', 'at least', 0.8, '× raw'),
  budget('pages', 'hot: feed', 'at least', 0.8, '× raw'),
  budget('pages', 'cold: slowest page', 'at most', 100, 'ms'),
  budget('pages', 'cold: slowest feed or sitemap', 'at most', 100, 'ms'),
  budget('names', 'compatible names, cold: item', 'at least', 0.95, '× native'),
  budget('names', 'compatible names, cold: list of 10', 'at least', 0.95, '× native'),
  budget('names', 'compatible names, cold: list of 100 with _embed', 'at least', 0.95, '× native'),
  budget('names', 'compatible names, cold: search', 'at least', 0.95, '× native'),
  budget('names', 'compatible names: create a 2 KB post', 'at least', 0.95, '× native'),
  budget('real', 'real texts, hot: item', 'at least', 0.8, '× raw'),
  budget('real', 'real texts, hot: list of 10', 'at least', 0.8, '× raw'),
  budget('real', 'real texts, cold: item', 'at least', 0.2, '× raw'),
  budget('real', 'real texts, cold: list of 10', 'at least', 0.2, '× raw'),
  budget('growth', 'growth: first page', 'at most', 1.5, '× the time'),
  budget('growth', 'growth: category page', 'at most', 1.5, '× the time'),
  budget('growth', 'growth: tag page', 'at most', 1.5, '× the time'),
  budget('growth', 'growth: slug', 'at most', 1.5, '× the time'),
  budget('growth', 'growth: item', 'at most', 1.5, '× the time'),
  budget('growth', 'growth: deep page', 'at most', 10, '× the time'),
  budget('growth', 'growth: rare word', 'at most', 3, '× the time'),
  budget('growth', 'growth: author filter', 'at most', 3, '× the time'),
  budget('growth', 'growth: date filter', 'at most', 3, '× the time'),
  budget('writes', 'create a 2 KB post: 16 clients', 'at least', 2000, 'per second'),
  budget('writes', 'create a 2 KB post: one client', 'at least', 300, 'per second'),
  budget('mixed', 'reads beside 50 writes a second', 'at least', 0.5, '× hot'),
  budget('start', 'start: empty site', 'at most', 700, 'ms'),
  budget('start', 'start: largest site', 'at most', 900, 'ms'),
  budget('memory', 'memory: idle', 'at most', 160, 'MB'),
  budget('memory', 'memory: after hot reads', 'at most', 300, 'MB'),
  budget('memory', 'memory: after hot reads in both spellings of names', 'at most', 300, 'MB'),
  budget('import', 'import of a real site of 80 entries', 'at most', 3, 's'),
  budget('install', 'production install: size', 'at most', 90, 'MB'),
  budget('install', 'production install: packages', 'at most', 160, 'packages'),
];

/** A measured value, to be compared with the budget of the same name. */
export interface Result {
  readonly name: string;
  readonly value: number;
  /** A short explanation of the value for the table, such as the raw rates. */
  readonly note: string;
}

export const isMet = ({ bound, value }: Budget, measured: number): boolean =>
  bound === 'at least' ? measured >= value : measured <= value;
