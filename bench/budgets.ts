// Performance budgets (docs/performance.md). Each ratio compares two measurements of the same run on the same machine:
// `× raw` compares with a bare node:http server that sends the same bytes, `× hot` with cached reads without writes,
// `× native` with the native mount, `× the time` with a smaller site, `× pgbench` with pgbench running the same statements,
// `× single creates` with the rate of single requests, and `× baseline` with the same measurement of another commit.

/** The database engines, as the table names them. */
export const engines = ['SQLite', 'PostgreSQL'] as const;
export type Engine = (typeof engines)[number];

/** Groups of measurements, which `--only` selects, in the order of the table. */
export const measures = [
  'reads',
  'cold',
  'pages',
  'names',
  'real',
  'growth',
  'writes',
  'sustained',
  'batch',
  'mixed',
  'baseline',
  'start',
  'maintenance',
  'migration',
  'memory',
  'import',
  'install',
] as const;
export type Measure = (typeof measures)[number];

/** Units that are ratios of two measurements of the same run, so that they can be compared between machines. */
const ratioUnits = ['× raw', '× hot', '× native', '× the time', '× pgbench', '× single creates', '× baseline'] as const;

/** A bound for a measured value. */
export interface Limit {
  readonly bound: 'at least' | 'at most';
  readonly value: number;
  readonly unit: (typeof ratioUnits)[number] | 'per second' | 'ms' | 'MB' | 's' | 'packages';
}

export interface Budget {
  /** Name of the measurement in the table and in docs/performance.json. */
  readonly name: string;
  readonly measure: Measure;
  /** Bound of each engine. An engine without a bound is not measured. */
  readonly limits: Readonly<Partial<Record<Engine, Limit>>>;
}

const limit = (bound: Limit['bound'], value: number, unit: Limit['unit']): Limit => ({ bound, value, unit });

/** Returns a budget with the same bound for all engines. */
const budget = (measure: Measure, name: string, bound: Limit['bound'], value: number, unit: Limit['unit']): Budget => ({
  measure,
  name,
  limits: { SQLite: limit(bound, value, unit), PostgreSQL: limit(bound, value, unit) },
});

/** Returns a budget with the same unit but another value for each engine. */
const perEngine = (
  measure: Measure,
  name: string,
  bound: Limit['bound'],
  values: readonly [sqlite: number, postgres: number],
  unit: Limit['unit'],
): Budget => ({
  measure,
  name,
  limits: { SQLite: limit(bound, values[0], unit), PostgreSQL: limit(bound, values[1], unit) },
});

/** Returns a budget for a write rate: absolute on SQLite, relative to pgbench with the same statements on PostgreSQL. */
const writeRate = (measure: Measure, name: string, perSecond: number, share: number): Budget => ({
  measure,
  name,
  limits: { SQLite: limit('at least', perSecond, 'per second'), PostgreSQL: limit('at least', share, '× pgbench') },
});

export const budgets: readonly Budget[] = [
  budget('reads', 'hot: item', 'at least', 0.9, '× raw'),
  budget('reads', 'hot: list of 10', 'at least', 0.9, '× raw'),
  budget('reads', 'hot: list of 10 with _embed', 'at least', 0.9, '× raw'),
  budget('reads', 'hot: list of 10 in the compatible names', 'at least', 0.8, '× raw'),
  perEngine('reads', 'cold: item', 'at least', [0.4, 0.2], '× raw'),
  perEngine('reads', 'cold: list of 10', 'at least', [0.3, 0.2], '× raw'),
  perEngine('reads', 'cold: list of 10 with _embed', 'at least', [0.4, 0.2], '× raw'),
  perEngine('reads', 'cold: list of 100', 'at least', [0.3, 0.2], '× raw'),
  budget('reads', 'edit context, signed in: list of 10', 'at least', 0.08, '× raw'),
  perEngine('cold', 'cold: search for a rare word', 'at least', [0.2, 0.12], '× raw'),
  perEngine('cold', 'cold: slug', 'at least', [0.2, 0.12], '× raw'),
  perEngine('cold', 'cold: tag', 'at least', [0.2, 0.12], '× raw'),
  perEngine('cold', 'cold: category', 'at least', [0.2, 0.12], '× raw'),
  budget('cold', 'cold: site index', 'at least', 0.5, '× raw'),
  budget('cold', 'cold: OPTIONS of posts', 'at least', 0.5, '× raw'),
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
  perEngine('growth', 'growth: first page', 'at most', [1.3, 1.5], '× the time'),
  perEngine('growth', 'growth: category page', 'at most', [1.3, 1.5], '× the time'),
  perEngine('growth', 'growth: tag page', 'at most', [1.3, 1.5], '× the time'),
  perEngine('growth', 'growth: slug', 'at most', [1.3, 1.5], '× the time'),
  perEngine('growth', 'growth: item', 'at most', [1.3, 1.5], '× the time'),
  budget('growth', 'growth: deep page', 'at most', 10, '× the time'),
  budget('growth', 'growth: rare word', 'at most', 3, '× the time'),
  budget('growth', 'growth: author filter', 'at most', 3, '× the time'),
  budget('growth', 'growth: date filter', 'at most', 3, '× the time'),
  writeRate('writes', 'create a 2 KB post: 16 clients, burst', 2000, 0.5),
  writeRate('writes', 'create a 2 KB post: one client, burst', 600, 0.4),
  writeRate('writes', 'update a post: 16 clients, burst', 1500, 0.4),
  writeRate('writes', 'create a comment: 16 clients, burst', 1500, 0.4),
  writeRate('writes', 'create a term: 16 clients, burst', 1500, 0.4),
  writeRate('writes', 'trash a post: 16 clients, burst', 1500, 0.4),
  writeRate('sustained', 'create a 2 KB post: 16 clients, 60 s with the final drain', 1000, 0.5),
  budget('sustained', 'event loop delay with 16 writers: p99.9', 'at most', 25, 'ms'),
  {
    measure: 'batch',
    name: 'batches of 25 creates: 16 clients, burst',
    limits: { SQLite: limit('at least', 2000, 'per second'), PostgreSQL: limit('at least', 1, '× single creates') },
  },
  perEngine('mixed', 'reads during 200 writes per second', 'at least', [0.6, 0.5], '× hot'),
  perEngine('mixed', 'search for a rare word during writes by 16 clients: p99', 'at most', [20, 40], 'ms'),
  {
    measure: 'baseline',
    name: 'create a 2 KB post: 16 clients, compared with another commit',
    limits: { PostgreSQL: limit('at least', 4, '× baseline') },
  },
  budget('start', 'start: empty site', 'at most', 700, 'ms'),
  budget('start', 'start: largest site', 'at most', 900, 'ms'),
  perEngine('maintenance', 'backup of the largest site', 'at least', [2000, 1000], 'per second'),
  perEngine('maintenance', 'restore of the largest site', 'at least', [1000, 500], 'per second'),
  budget('migration', 'migration of the largest site', 'at least', 500, 'per second'),
  budget('memory', 'memory: idle', 'at most', 160, 'MB'),
  budget('memory', 'memory: after hot reads', 'at most', 300, 'MB'),
  budget('memory', 'memory: after hot reads in both spellings of names', 'at most', 300, 'MB'),
  budget('import', 'import of a real site of 80 entries', 'at most', 3, 's'),
  perEngine(
    'import',
    'import of 10,000 posts with revisions and comments, until searchable',
    'at least',
    [1500, 700],
    'per second',
  ),
  budget('install', 'production install: size', 'at most', 90, 'MB'),
  budget('install', 'production install: packages', 'at most', 160, 'packages'),
];

/** A measured value, to be compared with the budget of the same name. */
export interface Result {
  readonly name: string;
  readonly value: number;
  /** A short explanation of the value for the table, such as the raw rates. */
  readonly note: string;
  /** Comparison with earlier runs, if the value is worse than theirs (history.ts). */
  readonly regression?: string;
}

export const isMet = ({ bound, value }: Limit, measured: number): boolean =>
  bound === 'at least' ? measured >= value : measured <= value;

/** Whether values with this unit can be compared between machines. */
export const isRatio = (unit: Limit['unit']): boolean => (ratioUnits as readonly string[]).includes(unit);
