// Records the writes of a load with the times of their acknowledgements, and decides which states a response may show.
import type { ChaosNode } from './node.ts';

/** Maximum age of what a node serves after a write on another node was acknowledged, in milliseconds. */
export const maxStaleMs = 100;

/** A write. Times are in milliseconds, as in performance.now(). */
export interface Write {
  /** The node that has received the request; undefined if something else has written to the database. */
  readonly node: ChaosNode | undefined;
  /** Time at which the request was sent. */
  readonly sentAt: number;
  /** Time at which the acknowledgement arrived; infinite as long as there is none, and for ever if the outcome is unknown. */
  acknowledgedAt: number;
}

/** A read, with the times at which the request was sent and the response received. */
export interface Read {
  readonly node: ChaosNode;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Whether the response to a read must include a write: at once if the same node has acknowledged it, and otherwise 100 ms later. */
export const mustShow = (read: Read, { node, acknowledgedAt }: Write): boolean =>
  node === read.node ? acknowledgedAt <= read.sentAt : acknowledgedAt + maxStaleMs < read.sentAt;

/** Whether the response to a read may include a write, which may have been executed before the response was received. */
export const mayShow = (read: Read, { sentAt }: Write): boolean => sentAt <= read.receivedAt;

export const isAcknowledged = ({ acknowledgedAt }: Write): boolean => acknowledgedAt < Number.POSITIVE_INFINITY;

/** A state of a post. */
export interface State extends Write {
  /** Number of the state, which its title contains. */
  readonly version: number;
  /** Number of the state in which its content and category were written. The content contains the number, and the category depends on it. */
  readonly textVersion: number;
  /** Whether the post does not exist: before its creation, and after its deletion. */
  readonly isAbsent: boolean;
}

/** A post whose states only one client changes, one after the other. */
export class TrackedPost {
  /** Unique text at the beginning of the title. */
  readonly key: string;
  /** ID; 0 until the creation was acknowledged. */
  id = 0;
  readonly states: State[] = [
    {
      version: 0,
      textVersion: 0,
      isAbsent: true,
      node: undefined,
      sentAt: -1,
      acknowledgedAt: Number.NEGATIVE_INFINITY,
    },
  ];

  constructor(key: string) {
    this.key = key;
  }

  /** Records that a write is sent which leads to the next state, and returns the latter. Without a node, it only changes the title. */
  begin(node: ChaosNode | undefined, isAbsent = false): State {
    const version = this.states.length;
    const textVersion = node === undefined ? (this.states.at(-1)?.textVersion ?? 0) : version;
    const acknowledgedAt = Number.POSITIVE_INFINITY;
    const state = { version, textVersion, isAbsent, node, sentAt: performance.now(), acknowledgedAt };
    this.states.push(state);
    return state;
  }

  /** Returns the states that the response to a read may show. */
  possibleStates(read: Read): State[] {
    const oldest = this.states.findLastIndex((state) => mustShow(read, state));
    return this.states.slice(oldest).filter((state, at) => at === 0 || mayShow(read, state));
  }

  get titleOfNextState(): string {
    return titleOf(this, this.states.length);
  }
}

export const titleOf = ({ key }: TrackedPost, version: number): string => `${key} v${version}`;

/** Returns the key and the version in a text, undefined if there are none. */
export function parseTitle(text: string): { key: string; version: number } | undefined {
  const [, key = '', version] = /\b(P\d+) v(\d+)\b/.exec(text) ?? [];
  return version === undefined ? undefined : { key, version: Number(version) };
}

/** A resource that is created once and never changed. */
export interface Created extends Write {
  /** Unique text that it contains. */
  readonly key: string;
  /** ID; 0 until the creation was acknowledged. */
  id: number;
}

/** A comment on a post. */
export interface TrackedComment extends Created {
  readonly post: TrackedPost;
  /** Whether it awaits moderation, so that the editor gets an email, and anonymous callers cannot read it. */
  readonly isOnHold: boolean;
}

/** A post with a date in the future. */
export interface ScheduledPost extends Created {
  /** The date, in milliseconds since 1970. */
  readonly date: number;
  /** The status in the acknowledgement: `future`, or `publish` if the request was executed after the date. */
  status: string;
}

/** An uploaded file. */
export interface TrackedFile extends Created {
  /** Path on each node; empty until the upload was acknowledged. */
  path: string;
}

/** A period in which a part of the cluster was disturbed, until everything had recovered. Times are as in performance.now(). */
export interface Period {
  readonly name: string;
  /** Whether processes are killed, so that a webhook delivery or an email that has arrived may be sent again. */
  readonly losesResults: boolean;
  readonly from: number;
  until: number;
}

/** Maximum number of lines of the timeline in a message. */
const maxLines = 40;

/** The record of what happens in a test, and of what is wrong. */
export class Recorder {
  readonly posts = new Map<string, TrackedPost>();
  readonly comments: TrackedComment[] = [];
  readonly scheduled: ScheduledPost[] = [];
  readonly files: TrackedFile[] = [];
  readonly periods: Period[] = [];
  readonly violations: string[] = [];
  /** Number of responses by description of the request and status. */
  readonly responses = new Map<string, number>();
  readonly #seed: number;
  readonly #startedAt = performance.now();
  readonly #timeline: string[] = [];
  #lastKey = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns a new unique text, with a letter in front. */
  newKey(letter: string): string {
    this.#lastKey += 1;
    return `${letter}${this.#lastKey}`;
  }

  addPost(): TrackedPost {
    const post = new TrackedPost(this.newKey('P'));
    this.posts.set(post.key, post);
    return post;
  }

  /** Adds a line to the timeline. */
  log(line: string): void {
    this.#timeline.push(`${this.#format(performance.now())} ${line}`);
  }

  /** Returns the last lines of the timeline. */
  lastLines(count: number): string[] {
    return this.#timeline.slice(-count);
  }

  countResponse(description: string, status: number): void {
    const name = `${description} ${status}`;
    this.responses.set(name, (this.responses.get(name) ?? 0) + 1);
  }

  /** Records a violation of a guarantee about a resource, with what has happened to it and what happened last. */
  violate(text: string, key?: string): void {
    const lines = this.#timeline.filter((line) => key !== undefined && line.includes(`${key} `));
    const current = this.periods.findLast(({ until }) => until === Number.POSITIVE_INFINITY)?.name ?? 'none';
    this.violations.push(
      [
        `${this.#format(performance.now())} ${text}`,
        `Seed: ${this.#seed}. Disturbance: ${current}.`,
        `Disturbances: ${this.periods.map((each) => this.#formatPeriod(each)).join('; ')}`,
        ...(lines.length === 0 ? [] : [`About ${key}:`, ...lines.slice(-maxLines)]),
        'Timeline:',
        ...this.#timeline.slice(-maxLines),
      ].join('\n'),
    );
  }

  /** Throws the first violation. */
  check(): void {
    const [first] = this.violations;
    if (first === undefined) return;
    const others = this.violations.slice(1, maxLines).map((each) => each.split('\n')[0]);
    throw new Error([`${this.violations.length} violations`, first, 'Other violations:', ...others].join('\n'));
  }

  #formatPeriod({ name, from, until }: Period): string {
    return `${name} ${this.#format(from)}–${until === Number.POSITIVE_INFINITY ? '' : this.#format(until)}`;
  }

  #format(time: number): string {
    return `${((time - this.#startedAt) / 1000).toFixed(3)} s`;
  }
}
