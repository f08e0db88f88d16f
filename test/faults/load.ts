// Starts clients that write and read continuously, and records acknowledged writes and failures, for fault tests.
import type { Agent } from 'node:http';
import { after } from 'node:test';
import { oneConnection, type Service, type ServiceResponse } from './service-process.ts';

/** A running load that consists of writing and reading clients. */
export interface Load {
  /** IDs of acknowledged posts. */
  readonly acknowledged: number[];
  /** Responses to writes with a status other than 201. */
  readonly rejected: ServiceResponse[];
  /** Responses to reads with a status other than 200. */
  readonly failedReads: ServiceResponse[];
  /** Errors of requests without a complete response. */
  readonly failedRequests: unknown[];
  /** Returns the number of reads with status 200. */
  reads(): number;
  /** Stops all clients and resolves after their last responses. */
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly writers?: number;
  readonly readers?: number;
  /** Length of the content of each post, in characters. */
  readonly size?: number;
}

/** ID of the category of every created post. */
const categoryId = 1;

/**
 * Starts clients with one connection each. After a request without a complete response, a client pauses and continues. The clients stop
 * at the end of the test that calls this, even if it has failed.
 */
export function startLoad(service: Service, { writers = 4, readers = 2, size = 2000 }: LoadOptions = {}): Load {
  let isRunning = true;
  const stopClients = () => {
    isRunning = false;
  };
  after(stopClients);
  let read = 0;
  const load = {
    acknowledged: [] as number[],
    rejected: [] as ServiceResponse[],
    failedReads: [] as ServiceResponse[],
  };
  const failedRequests: unknown[] = [];
  const client = async (sendOne: (agent: Agent) => Promise<void>) => {
    const agent = oneConnection();
    while (isRunning) {
      await sendOne(agent).catch(async (error) => {
        failedRequests.push(error);
        await new Promise((later) => setTimeout(later, 10));
      });
    }
    agent.destroy();
  };
  const write = async (agent: Agent) => {
    const post = { title: 'Load', content: 'x'.repeat(size), status: 'publish', categories: [categoryId] };
    const response = await service.request('POST', '/cms/v2/posts', post, agent);
    if (response.status === 201) load.acknowledged.push(response.body.id);
    else load.rejected.push(response);
  };
  const readOne = async (agent: Agent) => {
    const response = await service.read(`/cms/v2/posts?per_page=1&orderby=id&n=${read % 7}`, agent);
    if (response.status === 200) read += 1;
    else load.failedReads.push(response);
  };
  const clients = [
    ...Array.from({ length: writers }, () => client(write)),
    ...Array.from({ length: readers }, () => client(readOne)),
  ];
  return {
    ...load,
    failedRequests,
    reads: () => read,
    async stop() {
      stopClients();
      await Promise.all(clients);
    },
  };
}
