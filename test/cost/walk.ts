// Measures all kinds of requests: reads with every parameter, requests outside the REST routes, writes with texts and
// bodies that are slow to process, and pipelines whose responses are not read.
import type { RouteTable } from '../../server/http/routes.ts';
import { maxBodyBytes, typedBodies } from './bodies.ts';
import type { Received, SentRequest } from './client.ts';
import { searchTerms } from './expensive-values.ts';
import type { Findings } from './findings.ts';
import { type Attempt, type Cost, type CostMeter, isWithin } from './measure.ts';
import { type KnownPages, type NamedRequest, otherForms, otherReads, toolCalls } from './other-requests.ts';
import { plannedPipelines } from './pipelines.ts';
import { firstUnusedId, type PlannedRead, plannedReads } from './read-requests.ts';
import { basicShapes, expensiveShapes, type PlannedWrite, plannedWrites, textShapes } from './write-requests.ts';

export type Caller = 'anonymous' | 'subscriber' | 'contributor';

/** Limits of a walk. */
export interface WalkLimits {
  readonly callers: readonly Caller[];
  /** Sampling interval of parameter pairs: 150 measures every 150th pair. */
  readonly everyPair: number;
  /** Sampling interval of reads of routes that the caller may not use. */
  readonly everyForbidden: number;
  readonly contentShapes: readonly string[];
  readonly textShapes: readonly string[];
  /** Lengths of texts in ascending order, in characters. */
  readonly textSizes: readonly number[];
  /** Number of sizes that are tried between the largest accepted one and the smallest rejected one. */
  readonly refinements: number;
  /** Sizes of bodies in ascending order, in bytes. */
  readonly bodySizes: readonly number[];
  readonly bodyTargets: readonly string[];
  readonly pipelineLengths: readonly number[];
}

const bodyTargets = ['POST /rest/cms/v2/posts', 'GET /rest/cms/v2/posts', 'POST /rest/batch/v1', 'POST /mcp'];

/** Limits of a walk that measures a subset of the requests in about ten minutes. */
export const shortLimits: WalkLimits = {
  callers: ['anonymous', 'contributor'],
  everyPair: 150,
  everyForbidden: 10,
  contentShapes: expensiveShapes,
  textShapes: basicShapes,
  textSizes: [64_000, 1_000_000, maxBodyBytes - 1000],
  refinements: 1,
  bodySizes: [maxBodyBytes],
  bodyTargets: bodyTargets.slice(0, 2),
  pipelineLengths: [100],
};

/** Limits of a walk that measures all requests. */
export const fullLimits: WalkLimits = {
  callers: ['anonymous', 'subscriber', 'contributor'],
  everyPair: 1,
  everyForbidden: 1,
  contentShapes: [...textShapes.keys()],
  textShapes: expensiveShapes,
  textSizes: [16_000, 64_000, 250_000, 1_000_000, 2_000_000, maxBodyBytes - 1000],
  refinements: 3,
  bodySizes: [64_000, 1_000_000, maxBodyBytes],
  bodyTargets: [
    ...bodyTargets,
    ...['POST /account/sign-in', 'POST /rest/cms/v2/comments', 'POST /rest/cms/v2/media', 'POST /rest/sbc/v1/consent'],
    ...['POST /nowhere', 'POST /?rest_route=/cms/v2/posts', 'POST /wp-json/wp/v2/posts'],
  ],
  pipelineLengths: [16, 100, 300],
};

export interface WalkDeps {
  readonly measuring: CostMeter;
  readonly findings: Findings;
  readonly table: RouteTable;
  /** Paths of existing records by route pattern. */
  readonly routePaths: ReadonlyMap<string, string>;
  readonly pages: KnownPages;
  /** Names of the MCP tools. */
  readonly tools: readonly string[];
  readonly headersOf: (caller: Caller) => Readonly<Record<string, string>>;
  readonly extent: WalkLimits;
}

/** Number of requests that are measured together at first. */
const groupSize = 40;

/** Outcome of a write with a text. `dear` means that its cost exceeded a limit. */
type Outcome = 'accepted' | 'rejected' | 'dear';

/** A function that is called with each response. */
type ResponseListener = (attempt: Attempt, received: Received) => void;

/** Names of the steps of a walk, in the order in which they run. */
export const walkSteps = ['reads', 'others', 'writes', 'bodies', 'readsOfStored', 'pipelines', 'deletes'] as const;

export class Walk {
  readonly #deps: WalkDeps;

  constructor(deps: WalkDeps) {
    this.#deps = deps;
  }

  /** Requests every route without parameters, with every parameter, and with pairs of parameters. */
  async reads(): Promise<void> {
    const { table, routePaths, extent } = this.#deps;
    const { everyPair: pairInterval, everyForbidden: forbiddenReadInterval } = extent;
    for (const caller of extent.callers) {
      const measureAll = (plans: Iterable<PlannedRead>, onResponse?: ResponseListener) =>
        this.#measureAll(
          mapped(plans, (plan) => this.#read(caller, plan)),
          onResponse,
        );
      const forbidden = new Set<string>();
      const alone = [...plannedReads(table, routePaths, 'alone')];
      const paths = new Map(alone.map((plan) => [this.#read(caller, plan).name, plan.path]));
      await measureAll(alone, ({ name }, { status }) => {
        if (status === 401 || status === 403) forbidden.add(paths.get(name) ?? '');
      });
      const isForbidden = ({ path }: PlannedRead) => forbidden.has(path);
      const single = [...plannedReads(table, routePaths, 'single')];
      await measureAll(single.filter((plan) => !isForbidden(plan)));
      await measureAll(every(forbiddenReadInterval, single.filter(isForbidden)));
      const pairs = plannedReads(table, routePaths, 'combined').filter((plan) => !isForbidden(plan));
      await measureAll(every(pairInterval, pairs));
    }
  }

  /** Requests searches, and lists with complete texts, as a caller who has stored texts of every shape. */
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
    for (const caller of this.#deps.extent.callers)
      await this.#measureAll(plans.map((plan) => this.#read(caller, plan)));
  }

  /** Requests pages, files, API descriptions, screens and tools, and submits forms. */
  async others(): Promise<void> {
    const { pages, tools, extent } = this.#deps;
    for (const caller of extent.callers) {
      const namedRequests = [...otherReads(pages), ...toolCalls(tools)];
      await this.#measureAll(namedRequests.map((each) => this.#namedAttempt(caller, each)));
    }
    // Each failed login increases the delay of the next one, so these forms are submitted last and for one caller only.
    for (const each of otherForms(pages.pages)) await this.#measureOne(this.#namedAttempt('anonymous', each));
  }

  /** Calls every endpoint that writes, except with DELETE, with its required parameters and with texts in each text parameter. */
  async writes(): Promise<void> {
    const { table, routePaths, extent } = this.#deps;
    const plans = plannedWrites(table, routePaths).filter(({ method }) => method !== 'DELETE');
    for (const caller of extent.callers) {
      const attempts = new Map(plans.map((plan) => [this.#write(caller, plan, {}, 'alone'), plan]));
      const accepted: PlannedWrite[] = [];
      await this.#measureAll(attempts.keys(), (attempt, received) => {
        const plan = attempts.get(attempt);
        if (plan?.method === 'POST' && isAccepted(received)) accepted.push(plan);
      });
      for (const plan of accepted) {
        for (const name of plan.textParameters) await this.#texts(caller, plan, name);
        if (plan.path === '/batch/v1') await this.#batches(caller, plan);
      }
    }
  }

  /** Sends bodies that are expensive to parse to endpoints that do not need their content. */
  async bodies(): Promise<void> {
    const { extent } = this.#deps;
    for (const caller of extent.callers)
      for (const target of extent.bodyTargets)
        for (const { name, type, make } of typedBodies)
          for (const size of extent.bodySizes) {
            const [method = '', path = ''] = target.split(' ');
            const body = make(size);
            const headers = { ...this.#deps.headersOf(caller), 'content-type': type };
            const sentRequest: SentRequest = { method, path, headers, body };
            const cost = await this.#measureOne({
              name: `${target} with ${name}, ${body.length} bytes`,
              caller,
              make: () => sentRequest,
            });
            if (!isWithin(cost)) break;
          }
  }

  /** Sends pipelines: many requests on one connection, without reading their responses. */
  async pipelines(): Promise<void> {
    const { extent, pages } = this.#deps;
    for (const caller of extent.callers)
      for (const { name, make } of plannedPipelines(pages))
        for (const pipelined of extent.pipelineLengths) {
          const attempt = {
            name: `${pipelined} × ${name}, unread`,
            caller,
            pipelined,
            make: this.#withCredentials(caller, make),
          };
          if (!isWithin(await this.#measureOne(attempt))) break;
        }
  }

  /** Deletes everything that each caller may delete. This step is last because callers delete their own credentials. */
  async deletes(): Promise<void> {
    const { table, routePaths, extent } = this.#deps;
    const endsCredentials = ({ path }: PlannedWrite) => Number(path.endsWith('/application-passwords'));
    const plans = plannedWrites(table, routePaths)
      .filter(({ method }) => method === 'DELETE')
      .sort((one, other) => endsCredentials(one) - endsCredentials(other));
    for (const caller of extent.callers)
      await this.#measureAll(plans.map((plan) => this.#write(caller, plan, { force: true }, 'permanently')));
  }

  /** Sends texts of all shapes in the limits of the walk, in ascending sizes up to about the largest accepted size. */
  async #texts(caller: Caller, plan: PlannedWrite, name: string): Promise<void> {
    const { extent } = this.#deps;
    const isContent = plan.path === '/cms/v2/posts' && name === 'content';
    for (const shapeName of isContent ? extent.contentShapes : extent.textShapes) {
      let accepted = 0;
      let tooLarge = 0;
      let exceedsLimits = false;
      const tryIt = async (size: number) => {
        const outcome = await this.#text(caller, plan, name, shapeName, size);
        if (outcome === 'accepted') accepted = size;
        else tooLarge = size;
        exceedsLimits ||= outcome === 'dear';
      };
      for (const size of extent.textSizes) if (tooLarge === 0) await tryIt(size);
      for (let n = 0; n < extent.refinements && accepted > 0 && tooLarge > 0 && !exceedsLimits; n += 1)
        await tryIt(Math.round(Math.sqrt(accepted * tooLarge)));
    }
  }

  /** Writes a text and, if it was accepted within the limits, reads the stored entry. */
  async #text(caller: Caller, plan: PlannedWrite, name: string, shapeName: string, size: number): Promise<Outcome> {
    const text = textShapes.get(shapeName)?.(size) ?? '';
    const description = `${name} of ${text.length} characters: ${shapeName}`;
    const write = this.#write(caller, plan, { [name]: text }, description);
    if ((write.make(0).body?.length ?? 0) > maxBodyBytes) return 'rejected';
    const cost = await this.#measureOne(write);
    if (!isWithin(cost)) return 'dear';
    if (!isAccepted(cost.received)) return 'rejected';
    await this.#readBack(caller, plan, cost);
    return 'accepted';
  }

  /** Reads the stored entry as its author. */
  async #readBack(caller: Caller, { path }: PlannedWrite, { attempt, received }: Cost): Promise<void> {
    const id = /"id":(\d+)/.exec(received?.start ?? '')?.[1];
    if (id === undefined || path !== '/cms/v2/posts') return;
    for (const url of [`/rest${path}/${id}?context=edit`, `/?p=${id}&preview=true`]) {
      const make = this.#withCredentials(caller, () => ({ method: 'GET', path: url }));
      await this.#measureOne({ name: `GET ${url} after ${attempt.name}`, caller, make });
    }
  }

  /** Sends batches with the maximum number of requests. */
  async #batches(caller: Caller, plan: PlannedWrite): Promise<void> {
    const { extent } = this.#deps;
    const send = (name: string, item: (n: number) => object) =>
      this.#measureOne(
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
    const url = (n: number) => `/rest${path}${query(n) && `?${query(n)}`}`;
    const make = this.#withCredentials(caller, (n) => ({ method: 'GET', path: url(n) }));
    return { name: `GET ${shortened(url(0))}`, caller, make };
  }

  #namedAttempt(caller: Caller, { name, sentRequest }: NamedRequest): Attempt {
    return { name, caller, make: this.#withCredentials(caller, () => sentRequest) };
  }

  #write(caller: Caller, { method, path, required }: PlannedWrite, more: object, description: string): Attempt {
    const body = Buffer.from(JSON.stringify({ ...required, ...more }));
    const sentRequest: SentRequest = {
      method,
      path: `/rest${path}`,
      headers: { 'content-type': 'application/json' },
      body,
    };
    return {
      name: `${method} /rest${path}, ${description}`,
      caller,
      make: this.#withCredentials(caller, () => sentRequest),
    };
  }

  /** Adds the credentials of a caller to requests. */
  #withCredentials(caller: Caller, make: (n: number) => SentRequest): (n: number) => SentRequest {
    const credentials = this.#deps.headersOf(caller);
    return (n) => {
      const sentRequest = make(n);
      return { ...sentRequest, headers: { ...credentials, ...sentRequest.headers } };
    };
  }

  async #measureOne(attempt: Attempt): Promise<Cost> {
    return this.#deps.findings.add(await this.#deps.measuring.measure(attempt));
  }

  async #measureAll(attempts: Iterable<Attempt>, onResponse: ResponseListener = () => {}): Promise<void> {
    const { measuring, findings } = this.#deps;
    for (const group of chunks(attempts, groupSize)) {
      const costs = await measuring.measureTogether(group, (attempt, received) => {
        findings.recordResponse(attempt, received);
        onResponse(attempt, received);
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

/** Generates the first item and then every `step`-th one. */
function* every<T>(step: number, all: Iterable<T>): Generator<T> {
  let n = 0;
  for (const each of all) {
    if (n % step === 0) yield each;
    n += 1;
  }
}

function* chunks<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const each of all) {
    group.push(each);
    if (group.length === size) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}
