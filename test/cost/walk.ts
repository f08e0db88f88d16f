// Everything that a client can ask of the service, measured: reads with every parameter, requests beside the routes, writes
// with texts and bodies made to be slow, pipelines that nobody reads.
import type { RouteTable } from '../../server/http/routes.ts';
import { largestBytes, typedBodies } from './bodies.ts';
import type { Received, Sent } from './client.ts';
import { searchTerms } from './expensive-values.ts';
import type { Findings } from './findings.ts';
import { type Attempt, type Cost, isWithin, type Measuring } from './measure.ts';
import { type KnownPages, type NamedRequest, otherForms, otherReads, toolCalls } from './other-requests.ts';
import { plannedPipelines } from './pipelines.ts';
import { firstUnusedId, type PlannedRead, plannedReads } from './read-requests.ts';
import { dearShapes, fewShapes, type PlannedWrite, plannedWrites, textShapes } from './write-requests.ts';

export type Caller = 'anonymous' | 'subscriber' | 'contributor';

/** How much is tried. */
export interface Extent {
  readonly callers: readonly Caller[];
  /** Every so-many-th pair of parameters is tried. */
  readonly everyPair: number;
  /** The same of parameters of routes that the caller may not use. */
  readonly everyForbidden: number;
  readonly contentShapes: readonly string[];
  readonly textShapes: readonly string[];
  /** Characters of texts, rising. */
  readonly textSizes: readonly number[];
  /** How many sizes are tried between the largest of them that was accepted and the next. */
  readonly refinements: number;
  /** Bytes of bodies, rising. */
  readonly bodySizes: readonly number[];
  readonly bodyTargets: readonly string[];
  readonly pipelineLengths: readonly number[];
}

const bodyTargets = ['POST /rest/cms/v2/posts', 'GET /rest/cms/v2/posts', 'POST /rest/batch/v1', 'POST /mcp'];

/** A part of everything, in about ten minutes. */
export const shortExtent: Extent = {
  callers: ['anonymous', 'contributor'],
  everyPair: 150,
  everyForbidden: 10,
  contentShapes: dearShapes,
  textShapes: fewShapes,
  textSizes: [64_000, 1_000_000, largestBytes - 1000],
  refinements: 1,
  bodySizes: [largestBytes],
  bodyTargets: bodyTargets.slice(0, 2),
  pipelineLengths: [100],
};

/** Everything. */
export const wholeExtent: Extent = {
  callers: ['anonymous', 'subscriber', 'contributor'],
  everyPair: 1,
  everyForbidden: 1,
  contentShapes: [...textShapes.keys()],
  textShapes: dearShapes,
  textSizes: [16_000, 64_000, 250_000, 1_000_000, 2_000_000, largestBytes - 1000],
  refinements: 3,
  bodySizes: [64_000, 1_000_000, largestBytes],
  bodyTargets: [
    ...bodyTargets,
    ...['POST /account/sign-in', 'POST /rest/cms/v2/comments', 'POST /rest/cms/v2/media', 'POST /rest/sbc/v1/consent'],
    ...['POST /nowhere', 'POST /?rest_route=/cms/v2/posts', 'POST /wp-json/wp/v2/posts'],
  ],
  pipelineLengths: [16, 100, 300],
};

export interface WalkParts {
  readonly measuring: Measuring;
  readonly findings: Findings;
  readonly table: RouteTable;
  /** The path of each pattern of the table. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly pages: KnownPages;
  /** Names of the tools that assistants are offered. */
  readonly tools: readonly string[];
  readonly headersOf: (caller: Caller) => Readonly<Record<string, string>>;
  readonly extent: Extent;
}

/** Requests are sifted so many at a time. */
const siftedTogether = 40;

/** What became of a text: it was stored, it was not, or storing it exceeded a limit. */
type Outcome = 'accepted' | 'rejected' | 'dear';

/** Is called with each response. */
type Note = (attempt: Attempt, received: Received) => void;

/** The parts of a walk, in the order in which they are gone through. */
export const walkParts = ['reads', 'others', 'writes', 'bodies', 'readsOfStored', 'pipelines', 'deletes'] as const;

export class Walk {
  readonly #parts: WalkParts;

  constructor(parts: WalkParts) {
    this.#parts = parts;
  }

  /** Every route: alone, with every parameter, and with pairs of them. */
  async reads(): Promise<void> {
    const { table, addresses, extent } = this.#parts;
    const { everyPair, everyForbidden } = extent;
    for (const caller of extent.callers) {
      const sift = (plans: Iterable<PlannedRead>, note?: Note) =>
        this.#siftAll(
          mapped(plans, (plan) => this.#read(caller, plan)),
          note,
        );
      const forbidden = new Set<string>();
      const alone = [...plannedReads(table, addresses, 'alone')];
      const paths = new Map(alone.map((plan) => [this.#read(caller, plan).name, plan.path]));
      await sift(alone, ({ name }, { status }) => {
        if (status === 401 || status === 403) forbidden.add(paths.get(name) ?? '');
      });
      const isForbidden = ({ path }: PlannedRead) => forbidden.has(path);
      const single = [...plannedReads(table, addresses, 'single')];
      await sift(single.filter((plan) => !isForbidden(plan)));
      await sift(every(everyForbidden, single.filter(isForbidden)));
      const pairs = plannedReads(table, addresses, 'combined').filter((plan) => !isForbidden(plan));
      await sift(every(everyPair, pairs));
    }
  }

  /** What a caller finds who has stored all kinds of texts: searches, and lists of whole texts. */
  async readsOfStored(): Promise<void> {
    const lists = [
      'status=draft&context=edit&per_page=100',
      'status=draft&per_page=100&_embed',
      'status=draft&orderby=title&per_page=100',
    ];
    const searches = searchTerms.flatMap((term) => [
      `search=${encodeURIComponent(term)}`,
      `status=draft&search=${encodeURIComponent(term)}`,
    ]);
    const plans = [...lists, ...searches].map(
      (query): PlannedRead => ({
        path: '/cms/v2/posts',
        query: (n) => `${query}&exclude=${firstUnusedId + n}`,
      }),
    );
    for (const caller of this.#parts.extent.callers) await this.#siftAll(plans.map((plan) => this.#read(caller, plan)));
  }

  /** Pages, files, API descriptions, screens and tools. */
  async others(): Promise<void> {
    const { pages, tools, extent } = this.#parts;
    for (const caller of extent.callers) {
      const named = [...otherReads(pages), ...toolCalls(tools)];
      await this.#siftAll(named.map((each) => this.#named(caller, each)));
    }
    // Whoever fails to sign in waits longer each time, so this is tried once and last.
    for (const each of otherForms(pages.pages)) await this.#alone(this.#named('anonymous', each));
  }

  /** Every endpoint that changes something, with what it needs and with texts in each parameter that takes one. */
  async writes(): Promise<void> {
    const { table, addresses, extent } = this.#parts;
    const plans = plannedWrites(table, addresses).filter(({ method }) => method !== 'DELETE');
    for (const caller of extent.callers) {
      const attempts = new Map(plans.map((plan) => [this.#write(caller, plan, {}, 'alone'), plan]));
      const accepted: PlannedWrite[] = [];
      await this.#siftAll(attempts.keys(), (attempt, received) => {
        const plan = attempts.get(attempt);
        if (plan?.method === 'POST' && isAccepted(received)) accepted.push(plan);
      });
      for (const plan of accepted) {
        for (const name of plan.texts) await this.#texts(caller, plan, name);
        if (plan.path === '/batch/v1') await this.#batches(caller, plan);
      }
    }
  }

  /** Bodies that are dear to read, at addresses that want nothing of what is in them. */
  async bodies(): Promise<void> {
    const { extent } = this.#parts;
    for (const caller of extent.callers)
      for (const target of extent.bodyTargets)
        for (const { name, type, make } of typedBodies)
          for (const size of extent.bodySizes) {
            const [method = '', path = ''] = target.split(' ');
            const body = make(size);
            const headers = { ...this.#parts.headersOf(caller), 'content-type': type };
            const sent: Sent = { method, path, headers, body };
            const cost = await this.#alone({
              name: `${target} with ${name}, ${body.length} bytes`,
              caller,
              make: () => sent,
            });
            if (!isWithin(cost)) break;
          }
  }

  /** Many requests on one connection whose responses nobody reads. */
  async pipelines(): Promise<void> {
    const { extent, pages } = this.#parts;
    for (const caller of extent.callers)
      for (const { name, make } of plannedPipelines(pages))
        for (const pipelined of extent.pipelineLengths) {
          const attempt = { name: `${pipelined} × ${name}, unread`, caller, pipelined, make: this.#by(caller, make) };
          if (!isWithin(await this.#alone(attempt))) break;
        }
  }

  /** Deletes whatever a caller may delete; last of all, for their own credentials are among it. */
  async deletes(): Promise<void> {
    const { table, addresses, extent } = this.#parts;
    const endsCredentials = ({ path }: PlannedWrite) => Number(path.endsWith('/application-passwords'));
    const plans = plannedWrites(table, addresses)
      .filter(({ method }) => method === 'DELETE')
      .sort((one, other) => endsCredentials(one) - endsCredentials(other));
    for (const caller of extent.callers)
      await this.#siftAll(plans.map((plan) => this.#write(caller, plan, { force: true }, 'for good')));
  }

  /** A text of every shape, at rising sizes up to about the largest that is accepted. */
  async #texts(caller: Caller, plan: PlannedWrite, name: string): Promise<void> {
    const { extent } = this.#parts;
    const isContent = plan.path === '/cms/v2/posts' && name === 'content';
    for (const shapeName of isContent ? extent.contentShapes : extent.textShapes) {
      let accepted = 0;
      let tooLarge = 0;
      let isDear = false;
      const tryIt = async (size: number) => {
        const outcome = await this.#text(caller, plan, name, shapeName, size);
        if (outcome === 'accepted') accepted = size;
        else tooLarge = size;
        isDear ||= outcome === 'dear';
      };
      for (const size of extent.textSizes) if (tooLarge === 0) await tryIt(size);
      for (let n = 0; n < extent.refinements && accepted > 0 && tooLarge > 0 && !isDear; n += 1)
        await tryIt(Math.round(Math.sqrt(accepted * tooLarge)));
    }
  }

  /** Writes a text and, where it was accepted within the limits, reads it back. */
  async #text(caller: Caller, plan: PlannedWrite, name: string, shapeName: string, size: number): Promise<Outcome> {
    const text = textShapes.get(shapeName)?.(size) ?? '';
    const what = `${name} of ${text.length} characters: ${shapeName}`;
    const write = this.#write(caller, plan, { [name]: text }, what);
    if ((write.make(0).body?.length ?? 0) > largestBytes) return 'rejected';
    const cost = await this.#alone(write);
    if (!isWithin(cost)) return 'dear';
    if (!isAccepted(cost.received)) return 'rejected';
    await this.#readBack(caller, plan, cost);
    return 'accepted';
  }

  /** What was just stored, as its writer reads it. */
  async #readBack(caller: Caller, { path }: PlannedWrite, { attempt, received }: Cost): Promise<void> {
    const id = /"id":(\d+)/.exec(received?.start ?? '')?.[1];
    if (id === undefined || path !== '/cms/v2/posts') return;
    for (const address of [`/rest${path}/${id}?context=edit`, `/?p=${id}&preview=true`]) {
      const make = this.#by(caller, () => ({ method: 'GET', path: address }));
      await this.#alone({ name: `GET ${address} after ${attempt.name}`, caller, make });
    }
  }

  /** As many requests in one as there may be. */
  async #batches(caller: Caller, plan: PlannedWrite): Promise<void> {
    const { extent } = this.#parts;
    const send = (name: string, item: (n: number) => object) =>
      this.#alone(
        this.#write(caller, plan, { requests: Array.from({ length: 25 }, (_, n) => item(n)) }, `25 × ${name}`),
      );
    await send('POST posts', (n) => ({ path: '/cms/v2/posts', body: { title: `In a batch ${n}` } }));
    await send('POST posts?_method=GET&search', (n) => ({ path: `/cms/v2/posts?_method=GET&search=e&offset=${n}` }));
    await send('DELETE of nothing', (n) => ({ method: 'DELETE', path: `/cms/v2/posts/${900_000 + n}` }));
    for (const shapeName of extent.textShapes)
      for (const size of extent.textSizes) {
        const content = textShapes.get(shapeName)?.(Math.floor(size / 27)) ?? '';
        const cost = await send(`POST posts with ${content.length} characters: ${shapeName}`, (n) => ({
          path: '/cms/v2/posts',
          body: { title: `In a batch ${n}`, content },
        }));
        if (!isWithin(cost)) break;
      }
  }

  #read(caller: Caller, { path, query }: PlannedRead): Attempt {
    const address = (n: number) => `/rest${path}${query(n) && `?${query(n)}`}`;
    const make = this.#by(caller, (n) => ({ method: 'GET', path: address(n) }));
    return { name: `GET ${shortened(address(0))}`, caller, make };
  }

  #named(caller: Caller, { name, sent }: NamedRequest): Attempt {
    return { name, caller, make: this.#by(caller, () => sent) };
  }

  #write(caller: Caller, { method, path, needed }: PlannedWrite, more: object, what: string): Attempt {
    const body = Buffer.from(JSON.stringify({ ...needed, ...more }));
    const sent: Sent = { method, path: `/rest${path}`, headers: { 'content-type': 'application/json' }, body };
    return { name: `${method} /rest${path}, ${what}`, caller, make: this.#by(caller, () => sent) };
  }

  /** Requests with the credentials of a caller. */
  #by(caller: Caller, make: (n: number) => Sent): (n: number) => Sent {
    const own = this.#parts.headersOf(caller);
    return (n) => {
      const sent = make(n);
      return { ...sent, headers: { ...own, ...sent.headers } };
    };
  }

  async #alone(attempt: Attempt): Promise<Cost> {
    return this.#parts.findings.add(await this.#parts.measuring.measure(attempt));
  }

  async #siftAll(attempts: Iterable<Attempt>, note: Note = () => {}): Promise<void> {
    const { measuring, findings } = this.#parts;
    for (const some of chunks(attempts, siftedTogether)) {
      const costs = await measuring.sift(some, (attempt, received) => {
        findings.note(attempt, received);
        note(attempt, received);
      });
      for (const cost of costs) findings.add(cost);
    }
  }
}

const isAccepted = (received: Received | undefined): boolean =>
  received !== undefined && received.status >= 200 && received.status < 300;

const maxName = 160;

const shortened = (name: string): string =>
  name.length <= maxName ? name : `${name.slice(0, maxName)}… (${name.length} characters)`;

function* mapped<A, B>(all: Iterable<A>, map: (each: A) => B): Generator<B> {
  for (const each of all) yield map(each);
}

/** Every so-many-th, from the first on. */
function* every<T>(step: number, all: Iterable<T>): Generator<T> {
  let n = 0;
  for (const each of all) {
    if (n % step === 0) yield each;
    n += 1;
  }
}

function* chunks<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let some: T[] = [];
  for (const each of all) {
    some.push(each);
    if (some.length === size) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
}
