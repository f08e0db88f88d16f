// For tests of faults: clients that write without pause and remember what was acknowledged to them.
import type { Agent } from 'node:http';
import { after } from 'node:test';
import { type Answered, oneConnection, type Service } from './service-process.ts';

/** Writing and reading clients at work. */
export interface Load {
  /** Numbers of the posts whose making was acknowledged. */
  readonly acknowledged: number[];
  /** Answers to writes that were not acknowledged. */
  readonly refused: Answered[];
  /** Answers to reads other than 200. */
  readonly unread: Answered[];
  /** Requests that got no whole answer. */
  readonly unanswered: unknown[];
  /** How many reads were answered with 200. */
  reads(): number;
  /** Resolves when every client has got its last answer. */
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly writers?: number;
  readonly readers?: number;
  /** Characters of each post. */
  readonly size?: number;
}

/** The category that every post of the load is put into. */
const category = 1;

const atWork = new Set<() => void>();
// A test that fails must not leave its clients at work.
after(() => {
  for (const halt of atWork) halt();
});

/** Sets clients to work, each on a connection of its own. A client that gets no answer tries again, like any other. */
export function startLoad(service: Service, { writers = 4, readers = 2, size = 2000 }: LoadOptions = {}): Load {
  let working = true;
  const halt = () => {
    working = false;
  };
  atWork.add(halt);
  let read = 0;
  const load = { acknowledged: [] as number[], refused: [] as Answered[], unread: [] as Answered[] };
  const unanswered: unknown[] = [];
  const client = async (one: (agent: Agent) => Promise<void>) => {
    const agent = oneConnection();
    while (working) {
      await one(agent).catch(async (error) => {
        unanswered.push(error);
        await new Promise((later) => setTimeout(later, 10));
      });
    }
    agent.destroy();
  };
  const write = async (agent: Agent) => {
    const post = { title: 'Load', content: 'x'.repeat(size), status: 'publish', categories: [category] };
    const answer = await service.ask('POST', '/cms/v2/posts', post, agent);
    if (answer.status === 201) load.acknowledged.push(answer.body.id);
    else load.refused.push(answer);
  };
  const readOne = async (agent: Agent) => {
    const answer = await service.read(`/cms/v2/posts?per_page=1&orderby=id&n=${read % 7}`, agent);
    if (answer.status === 200) read += 1;
    else load.unread.push(answer);
  };
  const clients = [
    ...Array.from({ length: writers }, () => client(write)),
    ...Array.from({ length: readers }, () => client(readOne)),
  ];
  return {
    ...load,
    unanswered,
    reads: () => read,
    async stop() {
      halt();
      await Promise.all(clients);
    },
  };
}
