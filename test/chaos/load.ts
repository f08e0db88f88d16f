// Clients that write and read through all nodes, and check each response.
import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosNode } from './node.ts';
import { Reads } from './reads.ts';
import { type TrackedPost, titleOf } from './recorder.ts';
import { type LoadContext, Sender } from './sender.ts';
import { Writes } from './writes.ts';

/** Number of posts that one writer changes. */
const postsPerWriter = 3;

const [writerCount, readerCount] = [4, 5];

/** Number of reads at a time when everything is read at the end. */
const concurrentReads = 8;

/** Maximum pause between two requests of a client, in milliseconds. */
const maxWriterPauseMs = 60;
const maxReaderPauseMs = 15;

/**
 * Writers write only at the beginning of each period, for this time, in milliseconds. As cached responses become invalid with every write to the
 * same table, a node that has missed a write would otherwise not be noticed, because of the next write.
 */
const [periodMs, writingMs] = [1000, 600];

/** The same time before and after a write of another program, in milliseconds. */
const silenceMs = 500;

/** Maximum interval in which a waiting writer checks whether it may continue, in milliseconds. */
const checkMs = 20;

/** A choice of operations with their weights. */
type Choice = readonly (readonly [weight: number, run: () => Promise<void>])[];

/** Clients that write and read until they are stopped. Everything wrong becomes a violation in the recorder; nothing is thrown. */
export class Load {
  readonly #sender: Sender;
  readonly #writes: Writes;
  readonly #reads: Reads;
  #isRunning = true;
  #clients: Promise<void>[] = [];
  readonly #startedAt = performance.now();
  /** The last post that another program has changed, which is read most of the time. */
  #watched: TrackedPost | undefined;
  /** Number of reasons why no client writes at the moment. */
  #holds = 0;

  constructor(context: LoadContext) {
    this.#sender = new Sender(context);
    this.#writes = new Writes(this.#sender);
    this.#reads = new Reads(this.#sender);
  }

  start(): void {
    const { recorder } = this.#sender.context;
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
    const post = await this.#writes.create(node);
    if (post === undefined) return false;
    await pause(150);
    for (const each of this.#sender.context.cluster.nodes) if (!(await this.#reads.readPost(each, post))) return false;
    return true;
  }

  /** Reads everything that was created, on a node. Returns the number of responses that were not 200 or, for deleted posts, 404. */
  async readAll(node: ChaosNode): Promise<number> {
    const { posts, comments, files } = this.#sender.context.recorder;
    const reads = [
      ...[...posts.values()].filter(({ id }) => id !== 0).map((post) => () => this.#reads.readPost(node, post)),
      ...[...new Set(comments.map(({ post }) => post))].map((post) => () => this.#reads.readComments(node, post)),
      ...files.filter(({ path }) => path !== '').map((file) => () => this.#reads.readFile(node, file)),
      () => this.#reads.readList(node),
      ...([0, 1] as const).map((parity) => () => this.#reads.readCategory(node, parity)),
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
    const { recorder } = this.#sender.context;
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
      const post = await this.#writes.create(this.#sender.pickNode());
      if (post) return post;
      await pause(100);
    }
  }

  #run(choice: Choice): Promise<void> {
    let left = this.#sender.context.random() * choice.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, run] of choice) {
      left -= weight;
      if (left < 0) return run();
    }
    throw new Error('The weights are not positive.');
  }

  /** Updates a post, and reads it from the same node at once. Returns whether the update was acknowledged. */
  async #updateAndRead(post: TrackedPost): Promise<boolean> {
    const node = this.#sender.pickNode();
    const isUpdated = await this.#writes.update(node, post);
    if (isUpdated) await this.#reads.readPost(node, post);
    return isUpdated;
  }

  async #writer(): Promise<void> {
    const posts: TrackedPost[] = [];
    const forget = (post: TrackedPost) => posts.splice(posts.indexOf(post), 1);
    while (this.#isRunning) {
      await this.#untilWriting();
      const post = posts.length < postsPerWriter ? undefined : this.#sender.pick(posts);
      await this.#run([
        ...(post === undefined
          ? ([
              [
                60,
                async () => {
                  const created = await this.#writes.create(this.#sender.pickNode());
                  if (created) posts.push(created);
                },
              ],
            ] satisfies Choice)
          : ([
              // After an unknown outcome, the post is not changed any more: a transaction of a killed node may end after a later one.
              [55, async () => void ((await this.#updateAndRead(post)) || forget(post))],
              [
                8,
                async () => {
                  forget(post);
                  await this.#writes.delete(post);
                },
              ],
            ] satisfies Choice)),
        [14, () => this.#writes.comment(false)],
        [4, () => this.#writes.comment(true)],
        [5, () => this.#writes.schedule()],
        [5, () => this.#writes.createBatch()],
        [5, () => this.#writes.upload()],
      ]);
      await pause(this.#sender.context.random() * maxWriterPauseMs);
    }
  }

  async #reader(): Promise<void> {
    const { recorder } = this.#sender.context;
    while (this.#isRunning) {
      const node = this.#sender.pickNode();
      // Recent posts are read again and again, so that they are in the caches of all nodes when they change.
      const recent = [...recorder.posts.values()].filter(({ id }) => id !== 0).slice(-writerCount * postsPerWriter);
      if (this.#watched && this.#sender.context.random() < 0.8)
        recent.splice(0, Number.POSITIVE_INFINITY, this.#watched);
      const files = recorder.files.filter(({ path }) => path !== '').slice(-5);
      const discussed = this.#writes.discussedPost;
      await this.#run([
        ...(recent.length === 0
          ? []
          : ([[60, async () => void (await this.#reads.readPost(node, this.#sender.pick(recent)))]] satisfies Choice)),
        [15, async () => void (await this.#reads.readList(node))],
        [10, async () => void (await this.#reads.readCategory(node, this.#sender.context.random() < 0.5 ? 0 : 1))],
        ...(discussed === undefined
          ? []
          : ([[10, async () => void (await this.#reads.readComments(node, discussed))]] satisfies Choice)),
        ...(files.length === 0
          ? []
          : ([[5, async () => void (await this.#reads.readFile(node, this.#sender.pick(files)))]] satisfies Choice)),
      ]);
      await pause(this.#sender.context.random() * maxReaderPauseMs);
    }
  }
}
