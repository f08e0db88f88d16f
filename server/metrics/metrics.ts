// Collects metrics in the Prometheus format. Loaded only when metrics are enabled (`--metrics-port`).
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Statistics } from '../database/handle.ts';
import type { ResponseCache } from '../edge/response-cache.ts';
import { registerSiteMetrics, type SiteSources } from './site-metrics.ts';

/** Records a request: its method, route pattern, status, and duration in milliseconds. */
export type RecordRequest = (method: string, route: string, status: number, milliseconds: number) => void;

export interface Metrics {
  readonly record: RecordRequest;
  /** Returns all metrics as text. */
  text(): Promise<string>;
}

/** Statistics of other modules, which are read when metrics are collected. */
export interface Sources {
  readonly responses: () => ReturnType<ResponseCache['statistics']>;
  readonly database: () => Statistics;
  readonly site: SiteSources;
  /** Whether the primary process of `octavo serve` requests the metrics, because several processes share a port. */
  readonly isAggregated: boolean;
}

/** Upper bounds of the buckets of the histogram, in seconds: from the duration of a cached response to an unacceptable one. */
const buckets = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** Creates the metrics of a service. Labels are route patterns, never URLs, so that their number is bounded. */
export function makeMetrics({ responses, database, site, isAggregated }: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'octavo_request_duration_seconds',
    help: 'Time from the receipt of a request until its response is ready to be sent.',
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
  counter('response_cache_hits', 'Reads served from the response cache.', () => responses().hits);
  counter('response_cache_misses', 'Reads not found in the response cache.', () => responses().misses);
  gauge('response_cache_responses', 'Responses in the response cache.', () => responses().responses);
  gauge('response_cache_bytes', 'Size of the response cache, in bytes.', () => responses().bytes);
  counter('database_statements', 'Statements run.', () => database().statements);
  counter('database_transactions', 'Transactions committed.', () => database().transactions);
  counter('database_rollbacks', 'Transactions rolled back.', () => database().rollbacks);
  counter('database_syncs', 'Flushes of the write-ahead log to disk.', () => database().syncs);
  counter('database_checkpoints', 'Checkpoints of the write-ahead log.', () => database().checkpoints);
  const scans = () => database().scans;
  counter('long_reads', 'Scans run in separate processes or connections.', () => scans().total);
  counter('long_reads_rejected', 'Scans rejected because of a full queue or a long wait.', () => scans().rejected);
  counter('long_read_workers_started', 'Processes or connections started for scans.', () => scans().started);
  gauge('long_read_workers', 'Processes or connections for scans.', () => scans().workers);
  gauge('long_reads_running', 'Scans running.', () => scans().running);
  gauge('long_reads_queued', 'Scans waiting in the queue.', () => scans().queued);
  registerReplicaMetrics(registry, () => database().replicas);
  registerSiteMetrics(registry, site);
  if (isAggregated) {
    AggregatorRegistry.setRegistries(registry);
    new AggregatorRegistry();
  }
  const children = new Map<string, { observe(seconds: number): void }>();
  return {
    record(method, route, status, milliseconds) {
      const key = `${method} ${status} ${route}`;
      let child = children.get(key);
      if (!child) {
        child = requests.labels(knownMethods.has(method) ? method : 'other', route, String(status));
        children.set(key, child);
      }
      child.observe(milliseconds / 1000);
    },
    text: () => registry.metrics(),
  };
}

/** Registers the metrics of replicas, one value for each replica. */
function registerReplicaMetrics(registry: Registry, replicas: () => Statistics['replicas']): void {
  type Replica = Statistics['replicas'][number];
  const common = { labelNames: ['replica'], registers: [registry] };
  const gauge = (name: string, aggregator: 'min' | 'max', help: string, value: (replica: Replica) => number) =>
    new Gauge({
      ...common,
      ...{ name: `octavo_replica_${name}`, help, aggregator },
      collect() {
        for (const each of replicas()) this.set({ replica: each.name }, value(each));
      },
    });
  const counter = (name: string, help: string, value: (replica: Replica) => number) =>
    new Counter({
      ...common,
      ...{ name: `octavo_replica_${name}_total`, help },
      collect() {
        this.reset();
        for (const each of replicas()) this.inc({ replica: each.name }, value(each));
      },
    });
  gauge('in_use', 'min', '1 if reads use the replica, otherwise 0.', ({ problem }) => (problem === undefined ? 1 : 0));
  gauge('lag_seconds', 'max', 'Time for which the replica has lacked changes, in seconds.', (each) => each.lagSeconds);
  counter('reads', 'Reads sent to the replica.', ({ reads }) => reads);
  counter('repeated_reads', 'Reads that were repeated on the primary.', ({ repeated }) => repeated);
}

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns a function for the primary process that renders the aggregated metrics of all workers. */
export function makeAggregate(): () => Promise<string> {
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}
