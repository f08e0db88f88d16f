// Runs one node of the chaos test: a process of the service, and a proxy of its direct connection to PostgreSQL.
import { type Service, type ServiceOptions, startService } from '../faults/service-process.ts';
import { freePort } from '../free-port.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Numbers that a node counts from the start of its process. */
export interface NodeCounts {
  /** Reads that were served from the response cache. */
  readonly cacheHits: number;
  /** Reads whose results a replica has returned, without those that were repeated on the primary. */
  readonly replicaReads: number;
  /** Whether reads may use the replica. */
  readonly usesReplica: boolean;
}

/** One process of the service. */
export interface ChaosNode {
  readonly name: string;
  /** The process, or the last one if it was killed. */
  service: Service;
  /** The proxy of the direct connection to PostgreSQL, through which the node reads the log of changes. */
  readonly proxy: TcpProxy;
  /** Number of times that the process was killed, including a kill in progress. */
  kills: number;
  /** Whether the process is killed and not started again yet. */
  isDown: boolean;
  /** Starts the process again. */
  restart(): Promise<void>;
  /** Returns what the process has counted, at most about a second ago. */
  readCounts(): Promise<NodeCounts>;
}

/** Starts a node with these options. Its direct connection to `databaseUrl` leads through a proxy. */
export async function openNode(name: string, databaseUrl: string, options: ServiceOptions): Promise<ChaosNode> {
  const proxy = await openTcpProxy(Number(new URL(databaseUrl).port));
  const metricsPort = await freePort();
  const ownOptions: ServiceOptions = {
    ...options,
    databaseDirect: proxy.urlOf(databaseUrl),
    options: [...(options.options ?? []), '--metrics-port', String(metricsPort)],
  };
  const node: ChaosNode = {
    ...{ name, proxy, kills: 0, isDown: false, service: await startService(ownOptions) },
    async restart() {
      node.service = await startService(ownOptions);
      node.isDown = false;
    },
    async readCounts() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const read = (metric: string) => Number(new RegExp(`^octavo_${metric}(?:{.*})? (\\d+)$`, 'm').exec(text)?.[1]);
      return {
        cacheHits: read('response_cache_hits(?:_total)?'),
        replicaReads: read('replica_reads_total') - read('replica_repeated_reads_total'),
        usesReplica: read('replica_in_use') === 1,
      };
    },
  };
  return node;
}
