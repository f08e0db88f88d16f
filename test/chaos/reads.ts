// The anonymous reads of clients from nodes. Each response is compared with the states that the recorder considers possible.

import type { ChaosNode } from './node.ts';
import { mayShow, mustShow, parseTitle, type Read, type TrackedPost } from './recorder.ts';
import { contentOf, exchangeBytes, type Sender } from './sender.ts';

/** Number of posts in a list. */
const listSize = 20;

/** Part of the reads whose responses are not in the cache, so that the replica may serve them. */
const uncachedPart = 0.4;

/** Reads of all kinds. They return whether the response was complete and its status the expected one. */
export class Reads {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Returns a `_fields` parameter, sometimes with a field that does not exist, so that the response is not in the cache. */
  #fieldsParameter(names: string): string {
    const { random, recorder } = this.#sender.context;
    return `_fields=${names}${random() < uncachedPart ? `,${recorder.newKey('none')}` : ''}`;
  }

  async readPost(node: ChaosNode, post: TrackedPost): Promise<boolean> {
    const path = `/cms/v2/posts/${post.id}?${this.#fieldsParameter('id,title,content,categories')}`;
    const result = await this.#sender.read(node, 'read a post', path, [200, 404]);
    if (!result) return false;
    const { read, response } = result;
    const states = post.possibleStates(read);
    const expected = this.#describeStates(post, read);
    if (response.status === 404) {
      if (!states.some(({ isAbsent }) => isAbsent))
        this.#sender.context.recorder.violate(`${node.name} does not find ${post.key}; ${expected}`, post.key);
      return true;
    }
    const { title, content, categories } = response.body;
    const shown = states.filter(({ isAbsent }) => !isAbsent);
    const [titled, written] = [title, content].map(({ rendered }) => parseTitle(rendered)?.version);
    // The columns may be read one after the other, so that each of them is compared with the possible states.
    const isCorrect =
      shown.some(({ version }) => version === titled) &&
      shown.some(({ textVersion }) => textVersion === written) &&
      shown.some(({ textVersion }) => categories.join() === String(this.#sender.context.categories[textVersion % 2]));
    if (!isCorrect) {
      const found = JSON.stringify([title.rendered, content.rendered, categories]);
      this.#sender.context.recorder.violate(`${node.name} shows ${found}; ${expected}`, post.key);
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
    for (const post of this.#sender.context.recorder.posts.values()) {
      const states = post.possibleStates(read).map((state) => !state.isAbsent && matches(state.textVersion));
      if (states.every(Boolean)) min += 1;
      if (states.some(Boolean)) max += 1;
    }
    return [min, max];
  }

  #assertTotal(name: string, read: Read, total: number, [min, max]: readonly [number, number]): void {
    if (total < min || total > max)
      this.#sender.context.recorder.violate(`${read.node.name}: ${name} is ${total} instead of ${min} to ${max}`);
  }

  async readList(node: ChaosNode): Promise<boolean> {
    const { recorder } = this.#sender.context;
    const path = `/cms/v2/posts?per_page=${listSize}&orderby=id&order=desc&${this.#fieldsParameter('id,title')}`;
    const result = await this.#sender.read(node, 'read a list', path);
    if (!result) return false;
    const { read, response } = result;
    const listed = new Map<string, number>();
    for (const { title } of response.body) {
      const parsed = parseTitle(title.rendered);
      if (parsed) listed.set(parsed.key, parsed.version);
    }
    const total = Number(response.headers['x-cms-total']);
    const [min, max] = this.#possibleTotal(read, () => true);
    // The example post of a new site is public, too, and scheduled posts become public at their date.
    const bounds = [min + 1, max + 1 + recorder.scheduled.length] as const;
    this.#assertTotal('the total', read, total, bounds);
    // Posts may be created or deleted between the statements of the request, so that neither its total nor its length proves that the page is the
    // last one.
    const minId = bounds[1] <= listSize ? 0 : Math.min(...response.body.map(({ id }: { id: number }) => id));
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
    return true;
  }

  async readCategory(node: ChaosNode, parity: 0 | 1): Promise<boolean> {
    const path = `/cms/v2/categories/${this.#sender.context.categories[parity]}?${this.#fieldsParameter('id,count')}`;
    const result = await this.#sender.read(node, 'read a category', path);
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

  async readComments(node: ChaosNode, post: TrackedPost): Promise<boolean> {
    const { recorder } = this.#sender.context;
    const result = await this.#sender.read(
      node,
      'read comments',
      `/cms/v2/comments?post=${post.id}&per_page=100&${this.#fieldsParameter('id,content')}`,
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

  async readFile(node: ChaosNode, { key, path }: { key: string; path: string }): Promise<boolean> {
    const response = await this.#sender.send(node, 'read a file', [200], async () => {
      const { bytes, ...rest } = await exchangeBytes(node.service.origin + path, { method: 'GET', headers: {} });
      return { ...rest, body: bytes.toString() };
    });
    if (response && response.body !== contentOf(key))
      this.#sender.context.recorder.violate(`${node.name} serves another content of the file ${key}`, key);
    return response !== undefined;
  }
}
