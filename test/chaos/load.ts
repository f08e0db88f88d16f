// Clients that write and read through all nodes, and check each response.
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceResponse } from '../faults/service-process.ts';
import { type ChaosNode, type Cluster, home } from './cluster.ts';
import {
  mayShow,
  mustShow,
  parseTitle,
  type Read,
  type Recorder,
  type TrackedPost,
  titleOf,
  type Write,
} from './recorder.ts';

/** Number of posts that one writer changes, of comments on a post, of posts in a batch, and of posts in a list. */
const postsPerWriter = 3;
const commentsPerPost = 60;
const batchSize = 3;
const listSize = 20;

const [writerCount, readerCount] = [4, 5];

/** Number of reads at a time when everything is read at the end. */
const concurrentReads = 8;

/** Maximum pause between two requests of a client, in milliseconds. */
const maxWriterPauseMs = 60;
const maxReaderPauseMs = 15;

/** Pause of a client after a response 503, or none, in milliseconds. It is shorter than `Retry-After`, so that the recovery is noticed early. */
const failurePauseMs = 200;

/** Maximum time until a response is complete, in milliseconds. */
const maxResponseMs = 60_000;

/**
 * Writers write only at the beginning of each period, for this time, in milliseconds. As cached responses become invalid with every write to the
 * same table, a node that has missed a write would otherwise not be noticed, because of the next write.
 */
const [periodMs, writingMs] = [1000, 600];

/** The same time before and after a write of another program, in milliseconds. */
const silenceMs = 500;

/** Maximum interval in which a waiting writer checks whether it may continue, in milliseconds. */
const checkMs = 20;

/** Time from the creation of a scheduled post until its date, in milliseconds. */
const [minLeadMs, maxLeadMs] = [1500, 4000];

export interface LoadContext {
  readonly cluster: Cluster;
  readonly recorder: Recorder;
  /** IDs of the categories of posts with an even and an odd version. */
  readonly categories: readonly [number, number];
  /** Returns numbers from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** A choice of operations with their weights. */
type Choice = readonly (readonly [weight: number, run: () => Promise<void>])[];

/** Clients that write and read until they are stopped. Everything wrong becomes a violation in the recorder; nothing is thrown. */
export class Load {
  readonly #context: LoadContext;
  #isRunning = true;
  #clients: Promise<void>[] = [];
  readonly #startedAt = performance.now();
  /** The last post that another program has changed, which is read most of the time. */
  #watched: TrackedPost | undefined;
  /** Number of reasons why no client writes at the moment. */
  #holds = 0;
  /** The post on which clients comment. */
  #discussion: { readonly post: TrackedPost; comments: number } | undefined;

  constructor(context: LoadContext) {
    this.#context = context;
  }

  start(): void {
    const { recorder } = this.#context;
    this.#clients = [
      ...Array.from({ length: writerCount }, () => this.#writer()),
      ...Array.from({ length: readerCount }, () => this.#reader()),
    ].map((client) => client.catch((error) => recorder.violate(`a client has failed: ${error?.stack}`)));
  }

  /** Stops the clients, and resolves when they have received their last responses. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#clients);
  }

  /** Creates a post on a node, and waits until every node shows it to anonymous callers. Returns whether all of this has succeeded. */
  async isServed(node: ChaosNode): Promise<boolean> {
    const post = await this.#create(node);
    if (post === undefined) return false;
    await pause(150);
    for (const each of this.#context.cluster.nodes) if (!(await this.#readPost(each, post))) return false;
    return true;
  }

  /** Reads everything that was created, on a node. Returns the number of responses that were not 200 or, for deleted posts, 404. */
  async readAll(node: ChaosNode): Promise<number> {
    const { posts, comments, files } = this.#context.recorder;
    const reads = [
      ...[...posts.values()].filter(({ id }) => id !== 0).map((post) => () => this.#readPost(node, post)),
      ...[...new Set(comments.map(({ post }) => post))].map((post) => () => this.#readComments(node, post)),
      ...files.filter(({ path }) => path !== '').map((file) => () => this.#readFile(node, file)),
      () => this.#readList(node),
      ...([0, 1] as const).map((parity) => () => this.#readCategory(node, parity)),
    ];
    let failures = 0;
    while (reads.length > 0) {
      const outcomes = await Promise.all(reads.splice(0, concurrentReads).map((read) => read()));
      failures += outcomes.filter((isRead) => !isRead).length;
    }
    return failures;
  }

  /**
   * Writes to the database itself: `open` begins a transaction that changes the title of a post, and returns the function that commits it. No client
   * writes for some time before and after it is called.
   */
  async changeDirectly(open: (id: number, title: string) => Promise<() => Promise<void>>): Promise<void> {
    const { recorder } = this.#context;
    const post = await this.#untilCreated();
    this.#watched = post;
    const state = post.begin(undefined);
    recorder.log(`${post.key} v${state.version} in a transaction of another program`);
    const commit = await open(post.id, titleOf(post, state.version));
    await this.withoutWrites(async () => {
      await pause(silenceMs);
      await commit();
      state.acknowledgedAt = performance.now();
      recorder.log(`${post.key} v${state.version} committed`);
      await pause(silenceMs);
    });
    this.#watched = undefined;
  }

  /** Runs work while clients only read. */
  async withoutWrites(work: () => Promise<void>): Promise<void> {
    this.#holds += 1;
    await work().finally(() => {
      this.#holds -= 1;
    });
  }

  /** Waits until clients have been writing for some time, so that something is lost if commits are not on disk. */
  async untilBusy(): Promise<void> {
    const phaseMs = (performance.now() - this.#startedAt) % periodMs;
    await pause((periodMs - phaseMs + writingMs / 2) % periodMs);
  }

  /** Waits until clients may write. */
  async #untilWriting(): Promise<void> {
    while (this.#isRunning && (this.#holds > 0 || (performance.now() - this.#startedAt) % periodMs > writingMs))
      await pause(checkMs);
  }

  async #untilCreated(): Promise<TrackedPost> {
    for (;;) {
      const post = await this.#create(this.#pickNode());
      if (post) return post;
      await pause(100);
    }
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#context.random() * list.length)] as T;
  }

  /** Returns a node that is not down. Requests to a paused one wait until it continues. */
  #pickNode(): ChaosNode {
    return this.#pick(this.#context.cluster.nodes.filter(({ isDown }) => !isDown));
  }

  #run(choice: Choice): Promise<void> {
    let left = this.#context.random() * choice.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, run] of choice) {
      left -= weight;
      if (left < 0) return run();
    }
    throw new Error('The weights are not positive.');
  }

  /**
   * Sends a request and returns the response. Returns undefined if it is a 503, or if there is none because the node was killed; everything
   * else that is not in `statuses` is a violation, except 404 for reads of posts, which the caller checks.
   */
  async #send(
    node: ChaosNode,
    description: string,
    statuses: readonly number[],
    send: () => Promise<ServiceResponse>,
  ): Promise<ServiceResponse | undefined> {
    const { recorder } = this.#context;
    const { kills } = node;
    let response: ServiceResponse;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error('timeout')), maxResponseMs);
    try {
      response = await Promise.race([send(), timeout.promise]);
    } catch (error) {
      const isKilled = node.isDown || node.kills > kills;
      if (!isKilled) recorder.violate(`${description} on ${node.name}: no response (${error})`);
      await pause(failurePauseMs);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
    recorder.countResponse(description, response.status);
    if (statuses.includes(response.status)) return response;
    const isRetryable = response.status === 503 && /^[1-9]\d*$/.test(String(response.headers['retry-after']));
    if (!isRetryable)
      recorder.violate(`${description} on ${node.name}: ${response.status} ${JSON.stringify(response.body)}`);
    await pause(failurePauseMs);
    return undefined;
  }

  /** Sends a write about a resource, and sets its acknowledgement. Returns the body of the response if the write is acknowledged. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies have any shape.
  async #write(node: ChaosNode, write: Write, about: string, request: () => Promise<ServiceResponse>): Promise<any> {
    const { recorder } = this.#context;
    recorder.log(`${about} sent to ${node.name}`);
    const [description = ''] = about.split(/ (?=\w\d)/);
    const response = await this.#send(node, description, [200, 201, 207], request);
    if (response) write.acknowledgedAt = performance.now();
    recorder.log(`${about} ${response ? 'acknowledged' : 'has an unknown outcome'} on ${node.name}`);
    return response?.body;
  }

  #pendingWrite(node: ChaosNode): Write {
    return { node, sentAt: performance.now(), acknowledgedAt: Number.POSITIVE_INFINITY };
  }

  /** Returns the fields of the next state of a post. */
  #fieldsOf(post: TrackedPost): { title: string; content: string; status: string; categories: number[] } {
    const title = post.titleOfNextState;
    const category = this.#context.categories[post.states.length % 2] as number;
    return { title, content: `Text of ${title}.`, status: 'publish', categories: [category] };
  }

  async #create(node: ChaosNode): Promise<TrackedPost | undefined> {
    const post = this.#context.recorder.addPost();
    const fields = this.#fieldsOf(post);
    const state = post.begin(node);
    const body = await this.#write(node, state, `create ${post.key} v1`, () =>
      node.service.request('POST', '/cms/v2/posts', fields),
    );
    if (body === undefined) return undefined;
    post.id = body.id;
    return post;
  }

  async #update(post: TrackedPost): Promise<boolean> {
    const node = this.#pickNode();
    const fields = this.#fieldsOf(post);
    const state = post.begin(node);
    const body = await this.#write(node, state, `update ${fields.title}`, () =>
      node.service.request('POST', `/cms/v2/posts/${post.id}`, fields),
    );
    if (body !== undefined && body.title.rendered !== fields.title)
      this.#context.recorder.violate(
        `the response to an update to ${fields.title} shows ${body.title.rendered}`,
        post.key,
      );
    return body !== undefined;
  }

  async #delete(post: TrackedPost): Promise<void> {
    const node = this.#pickNode();
    const state = post.begin(node, true);
    await this.#write(node, state, `delete ${post.key} v${state.version}`, () =>
      node.service.request('DELETE', `/cms/v2/posts/${post.id}?force=true`),
    );
  }

  async #createBatch(): Promise<void> {
    const { recorder } = this.#context;
    const node = this.#pickNode();
    const posts = Array.from({ length: batchSize }, () => recorder.addPost());
    const requests = posts.map((post) => ({ path: '/cms/v2/posts', body: this.#fieldsOf(post) }));
    const states = posts.map((post) => post.begin(node));
    const whole = this.#pendingWrite(node);
    const body = await this.#write(node, whole, `batch ${posts.map(({ key }) => `${key} v1`).join(' ')}`, () =>
      node.service.request('POST', '/batch/v1', { requests }),
    );
    for (const [at, part] of (body?.responses ?? []).entries()) {
      const [post, state] = [posts[at] as TrackedPost, states[at] as Write];
      if (part.status === 201) {
        post.id = part.body.id;
        state.acknowledgedAt = whole.acknowledgedAt;
      } else if (part.status !== 503) recorder.violate(`${part.status} in a batch: ${JSON.stringify(part)}`, post.key);
    }
  }

  async #comment(isOnHold: boolean): Promise<void> {
    const { recorder } = this.#context;
    if (!this.#discussion || this.#discussion.comments >= commentsPerPost) {
      const post = await this.#create(this.#pickNode());
      if (!post) return;
      this.#discussion = { post, comments: 0 };
    }
    const discussion = this.#discussion;
    discussion.comments += 1;
    const node = this.#pickNode();
    const key = recorder.newKey(isOnHold ? 'H' : 'C');
    const comment = { ...this.#pendingWrite(node), key, id: 0, post: discussion.post, isOnHold };
    recorder.comments.push(comment);
    const fields = { post: discussion.post.id, content: `${key} is a comment.`, status: isOnHold ? 'hold' : 'approve' };
    const body = await this.#write(node, comment, `comment ${key} on ${discussion.post.key}`, () =>
      node.service.request('POST', '/cms/v2/comments', fields),
    );
    if (body !== undefined) comment.id = body.id;
  }

  async #schedule(): Promise<void> {
    const { recorder, random } = this.#context;
    const node = this.#pickNode();
    const key = recorder.newKey('S');
    const date = Math.floor((Date.now() + minLeadMs + random() * (maxLeadMs - minLeadMs)) / 1000) * 1000;
    const post = { ...this.#pendingWrite(node), key, id: 0, date, status: '' };
    recorder.scheduled.push(post);
    const date_gmt = new Date(date).toISOString().slice(0, 19);
    const body = await this.#write(node, post, `schedule ${key} for ${date_gmt}`, () =>
      node.service.request('POST', '/cms/v2/posts', { title: `${key} is due`, status: 'publish', date_gmt }),
    );
    if (body !== undefined) Object.assign(post, { id: body.id, status: body.status });
  }

  async #upload(): Promise<void> {
    const { recorder } = this.#context;
    const node = this.#pickNode();
    const key = recorder.newKey('F');
    const file = { ...this.#pendingWrite(node), key, id: 0, path: '' };
    recorder.files.push(file);
    const { origin, authorization } = node.service;
    const body = await this.#write(node, file, `upload ${key} `, async () => {
      const headers = {
        authorization,
        ...{ 'content-type': 'text/plain', 'content-disposition': `attachment; filename="${key}.txt"` },
      };
      const response = await exchangeBytes(`${origin}/rest/cms/v2/media`, { method: 'POST', headers }, contentOf(key));
      return { ...response, body: JSON.parse(response.bytes.toString()) };
    });
    if (body !== undefined) Object.assign(file, { id: body.id, path: body.source_url.replace(home, '') });
  }

  async #writer(): Promise<void> {
    const posts: TrackedPost[] = [];
    const forget = (post: TrackedPost) => posts.splice(posts.indexOf(post), 1);
    while (this.#isRunning) {
      await this.#untilWriting();
      const post = posts.length < postsPerWriter ? undefined : this.#pick(posts);
      await this.#run([
        ...(post === undefined
          ? ([
              [
                60,
                async () => {
                  const created = await this.#create(this.#pickNode());
                  if (created) posts.push(created);
                },
              ],
            ] satisfies Choice)
          : ([
              // After an unknown outcome, the post is not changed any more: a transaction of a killed node may end after a later one.
              [55, async () => void ((await this.#update(post)) || forget(post))],
              [
                8,
                async () => {
                  forget(post);
                  await this.#delete(post);
                },
              ],
            ] satisfies Choice)),
        [14, () => this.#comment(false)],
        [4, () => this.#comment(true)],
        [5, () => this.#schedule()],
        [5, () => this.#createBatch()],
        [5, () => this.#upload()],
      ]);
      await pause(this.#context.random() * maxWriterPauseMs);
    }
  }

  async #reader(): Promise<void> {
    const { recorder } = this.#context;
    while (this.#isRunning) {
      const node = this.#pickNode();
      // Recent posts are read again and again, so that they are in the caches of all nodes when they change.
      const recent = [...recorder.posts.values()].filter(({ id }) => id !== 0).slice(-writerCount * postsPerWriter);
      if (this.#watched && this.#context.random() < 0.8) recent.splice(0, Number.POSITIVE_INFINITY, this.#watched);
      const files = recorder.files.filter(({ path }) => path !== '').slice(-5);
      await this.#run([
        ...(recent.length === 0
          ? []
          : ([[60, async () => void (await this.#readPost(node, this.#pick(recent)))]] satisfies Choice)),
        [15, async () => void (await this.#readList(node))],
        [10, async () => void (await this.#readCategory(node, this.#context.random() < 0.5 ? 0 : 1))],
        ...(this.#discussion
          ? ([
              [10, async () => void (await this.#readComments(node, (this.#discussion as { post: TrackedPost }).post))],
            ] satisfies Choice)
          : []),
        ...(files.length === 0
          ? []
          : ([[5, async () => void (await this.#readFile(node, this.#pick(files)))]] satisfies Choice)),
      ]);
      await pause(this.#context.random() * maxReaderPauseMs);
    }
  }

  /** Sends an anonymous read. */
  async #read(
    node: ChaosNode,
    description: string,
    path: string,
    statuses: readonly number[] = [200],
  ): Promise<{ read: Read; response: ServiceResponse } | undefined> {
    const sentAt = performance.now();
    const response = await this.#send(node, description, statuses, () => node.service.read(path));
    return response && { read: { node, sentAt, receivedAt: performance.now() }, response };
  }

  async #readPost(node: ChaosNode, post: TrackedPost): Promise<boolean> {
    const path = `/cms/v2/posts/${post.id}?_fields=id,title,content,categories`;
    const result = await this.#read(node, 'read a post', path, [200, 404]);
    if (!result) return false;
    const { read, response } = result;
    const states = post.possibleStates(read);
    const expected = this.#describeStates(post, read);
    if (response.status === 404) {
      if (!states.some(({ isAbsent }) => isAbsent))
        this.#context.recorder.violate(`${node.name} does not find ${post.key}; ${expected}`, post.key);
      return true;
    }
    const { title, content, categories } = response.body;
    const shown = states.filter(({ isAbsent }) => !isAbsent);
    const [titled, written] = [title, content].map(({ rendered }) => parseTitle(rendered)?.version);
    // The columns may be read one after the other, so that each of them is compared with the possible states.
    const isCorrect =
      shown.some(({ version }) => version === titled) &&
      shown.some(({ textVersion }) => textVersion === written) &&
      shown.some(({ textVersion }) => categories.join() === String(this.#context.categories[textVersion % 2]));
    if (!isCorrect) {
      const found = JSON.stringify([title.rendered, content.rendered, categories]);
      this.#context.recorder.violate(`${node.name} shows ${found}; ${expected}`, post.key);
    }
    return true;
  }

  #describeStates(post: TrackedPost, read: Read): string {
    const states = post.possibleStates(read).map(({ version, isAbsent, acknowledgedAt }) => {
      const ago =
        acknowledgedAt < Number.POSITIVE_INFINITY
          ? `${(read.sentAt - acknowledgedAt).toFixed(1)} ms before`
          : 'not acknowledged';
      return `v${version}${isAbsent ? ' (absent)' : ''}, ${ago}`;
    });
    return `possible, with the time from the acknowledgement to the request: ${states.join('; ')}; response after ${(read.receivedAt - read.sentAt).toFixed(1)} ms`;
  }

  /** Returns the least and the greatest possible number of public posts. */
  #possibleTotal(read: Read, matches: (textVersion: number) => boolean): [number, number] {
    let [min, max] = [0, 0];
    for (const post of this.#context.recorder.posts.values()) {
      const states = post.possibleStates(read).map((state) => !state.isAbsent && matches(state.textVersion));
      if (states.every(Boolean)) min += 1;
      if (states.some(Boolean)) max += 1;
    }
    return [min, max];
  }

  #assertTotal(name: string, read: Read, total: number, [min, max]: readonly [number, number]): void {
    if (total < min || total > max)
      this.#context.recorder.violate(`${read.node.name}: ${name} is ${total} instead of ${min} to ${max}`);
  }

  async #readList(node: ChaosNode): Promise<boolean> {
    const { recorder } = this.#context;
    const path = `/cms/v2/posts?per_page=${listSize}&orderby=id&order=desc&_fields=id,title`;
    const result = await this.#read(node, 'read a list', path);
    if (!result) return false;
    const { read, response } = result;
    const listed = new Map<string, number>();
    for (const { title } of response.body) {
      const parsed = parseTitle(title.rendered);
      if (parsed) listed.set(parsed.key, parsed.version);
    }
    // Posts that are deleted between the statements of the request are missing, so that the length does not prove that the page is the last one.
    const total = Number(response.headers['x-cms-total']);
    const minId = total <= listSize ? 0 : Math.min(...response.body.map(({ id }: { id: number }) => id));
    for (const post of recorder.posts.values()) {
      const version = listed.get(post.key);
      const states = post.possibleStates(read);
      const isCorrect =
        version === undefined
          ? post.id < minId || post.id === 0 || states.some(({ isAbsent }) => isAbsent)
          : states.some((state) => !state.isAbsent && state.version === version);
      if (!isCorrect) {
        const shown = version === undefined ? `lists only ${[...listed.keys()].join(' ')}` : `lists v${version}`;
        recorder.violate(`${node.name} ${shown}: ${post.key}; ${this.#describeStates(post, read)}`, post.key);
      }
    }
    const [min, max] = this.#possibleTotal(read, () => true);
    // The example post of a new site is public, too, and scheduled posts become public at their date.
    this.#assertTotal('the total', read, total, [min + 1, max + 1 + recorder.scheduled.length]);
    return true;
  }

  async #readCategory(node: ChaosNode, parity: 0 | 1): Promise<boolean> {
    const path = `/cms/v2/categories/${this.#context.categories[parity]}?_fields=id,count`;
    const result = await this.#read(node, 'read a category', path);
    if (!result) return false;
    const { read, response } = result;
    this.#assertTotal(
      `the count of category ${parity}`,
      read,
      response.body.count,
      this.#possibleTotal(read, (textVersion) => textVersion % 2 === parity),
    );
    return true;
  }

  async #readComments(node: ChaosNode, post: TrackedPost): Promise<boolean> {
    const { recorder } = this.#context;
    const result = await this.#read(
      node,
      'read comments',
      `/cms/v2/comments?post=${post.id}&per_page=100&_fields=id,content`,
    );
    if (!result) return false;
    const { read, response } = result;
    const shown = new Set<string>();
    for (const { content } of response.body) shown.add(/\b[CH]\d+\b/.exec(content.rendered)?.[0] ?? '');
    const comments = recorder.comments.filter((comment) => comment.post === post && !comment.isOnHold);
    for (const comment of comments)
      if (shown.delete(comment.key) ? !mayShow(read, comment) : mustShow(read, comment))
        recorder.violate(`${node.name} does not show the comment ${comment.key}`, comment.key);
    for (const key of shown) recorder.violate(`${node.name} shows an unknown comment ${key}`);
    const total = Number(response.headers['x-cms-total']);
    const bounds = [mustShow, mayShow].map((is) => comments.filter((comment) => is(read, comment)).length);
    this.#assertTotal(`the total of comments on ${post.key}`, read, total, bounds as [number, number]);
    return true;
  }

  async #readFile(node: ChaosNode, { key, path }: { key: string; path: string }): Promise<boolean> {
    const response = await this.#send(node, 'read a file', [200], async () => {
      const { bytes, ...rest } = await exchangeBytes(node.service.origin + path, { method: 'GET', headers: {} });
      return { ...rest, body: bytes.toString() };
    });
    if (response && response.body !== contentOf(key))
      this.#context.recorder.violate(`${node.name} serves another content of the file ${key}`, key);
    return response !== undefined;
  }
}

/** Returns the content of an uploaded file. */
const contentOf = (key: string): string => `The content of ${key}.\n`.repeat(20);

async function exchangeBytes(url: string, options: object, body?: string) {
  const outgoing = request(url, { ...options, agent: false });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  return { status: Number(response.statusCode), headers: response.headers, bytes: await buffer(response) };
}
