// Figures for monitoring, in the form that Prometheus reads. Loaded only where they are asked for (`--metrics-port`).
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Notes one request: its method, the pattern of its route, the status it was answered with, and how long that took. */
export type NoteRequest = (method: string, route: string, status: number, milliseconds: number) => void;

export interface Metrics {
  readonly note: NoteRequest;
  /** Everything, as text. */
  text(): Promise<string>;
}

/** What is counted elsewhere, and only looked up when somebody reads. */
export interface Sources {
  readonly answers: () => {
    readonly answers: number;
    readonly bytes: number;
    readonly hits: number;
    readonly misses: number;
  };
  readonly database: () => {
    readonly statements: number;
    readonly transactions: number;
    readonly rollbacks: number;
    readonly syncs: number;
    readonly checkpoints: number;
    readonly scans: {
      readonly workers: number;
      readonly running: number;
      readonly queued: number;
      readonly started: number;
      readonly total: number;
      readonly rejected: number;
    };
  };
}

/** Seconds. From a kept answer to what nobody should wait for. */
const buckets = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** Makes the figures of this process. Labels are patterns of routes, never addresses: their number is bounded. */
export function makeMetrics({ answers, database }: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'octavo_request_duration_seconds',
    help: 'Time from reading a request to handing over its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name: `octavo_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `octavo_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  counter('kept_answer_hits', 'Reads answered from memory.', () => answers().hits);
  counter('kept_answer_misses', 'Reads that had to be made.', () => answers().misses);
  gauge('kept_answers', 'Whole answers in memory.', () => answers().answers);
  gauge('kept_answer_bytes', 'What they take.', () => answers().bytes);
  counter('database_statements', 'Statements run.', () => database().statements);
  counter('database_transactions', 'Transactions committed.', () => database().transactions);
  counter('database_rollbacks', 'Transactions rolled back.', () => database().rollbacks);
  counter('database_syncs', 'Flushes of the log to disk; several commits share one.', () => database().syncs);
  counter('database_checkpoints', 'Times the log was copied into the database file.', () => database().checkpoints);
  const scans = () => database().scans;
  counter('long_reads', 'Statements that may scan, run away from the others.', () => scans().total);
  counter('long_reads_rejected', 'Such statements rejected because too many waited.', () => scans().rejected);
  counter('long_read_workers_started', 'Processes or connections started for them.', () => scans().started);
  gauge('long_read_workers', 'Processes or connections for them.', () => scans().workers);
  gauge('long_reads_running', 'Such statements that run.', () => scans().running);
  gauge('long_reads_queued', 'Such statements that wait for their turn.', () => scans().queued);
  // Where several processes share a port, the one that leads them asks each for its registry.
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  const kept = new Map<string, { observe(seconds: number): void }>();
  return {
    note(method, route, status, milliseconds) {
      const key = `${method} ${status} ${route}`;
      let child = kept.get(key);
      if (!child) {
        child = requests.labels(knownMethods.has(method) ? method : 'other', route, String(status));
        kept.set(key, child);
      }
      child.observe(milliseconds / 1000);
    },
    text: () => registry.metrics(),
  };
}

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The sums of all workers, as text, for the process that leads them. */
export function makeSum(): () => Promise<string> {
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}
