// The writes of clients to nodes. Each is recorded before it is sent, with the time at which it was acknowledged.

import { home } from './cluster.ts';
import type { ChaosNode } from './node.ts';
import type { TrackedPost, Write } from './recorder.ts';
import { contentOf, exchangeBytes, type Sender } from './sender.ts';

/** Number of comments on a post, and of posts in a batch. */
const commentsPerPost = 60;
const batchSize = 3;

/** Time from the creation of a scheduled post until its date, in milliseconds. */
const [minLeadMs, maxLeadMs] = [1500, 4000];

/** Writes of all kinds. */
export class Writes {
  readonly #sender: Sender;
  /** The post on which clients comment. */
  #discussion: { readonly post: TrackedPost; comments: number } | undefined;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** The post on which clients comment; undefined if there is none yet. */
  get discussedPost(): TrackedPost | undefined {
    return this.#discussion?.post;
  }

  /** Returns the fields of the next state of a post. */
  #fieldsOf(post: TrackedPost): { title: string; content: string; status: string; categories: number[] } {
    const title = post.titleOfNextState;
    const category = this.#sender.context.categories[post.states.length % 2] as number;
    return { title, content: `Text of ${title}.`, status: 'publish', categories: [category] };
  }

  async create(node: ChaosNode): Promise<TrackedPost | undefined> {
    const post = this.#sender.context.recorder.addPost();
    const fields = this.#fieldsOf(post);
    const state = post.begin(node);
    const body = await this.#sender.write(node, state, `create ${post.key} v1`, () =>
      node.service.request('POST', '/cms/v2/posts', fields),
    );
    if (body === undefined) return undefined;
    post.id = body.id;
    return post;
  }

  async update(node: ChaosNode, post: TrackedPost): Promise<boolean> {
    const fields = this.#fieldsOf(post);
    const state = post.begin(node);
    const body = await this.#sender.write(node, state, `update ${fields.title}`, () =>
      node.service.request('POST', `/cms/v2/posts/${post.id}`, fields),
    );
    if (body !== undefined && body.title.rendered !== fields.title)
      this.#sender.context.recorder.violate(
        `the response to an update to ${fields.title} shows ${body.title.rendered}`,
        post.key,
      );
    return body !== undefined;
  }

  async delete(post: TrackedPost): Promise<void> {
    const node = this.#sender.pickNode();
    const state = post.begin(node, true);
    await this.#sender.write(node, state, `delete ${post.key} v${state.version}`, () =>
      node.service.request('DELETE', `/cms/v2/posts/${post.id}?force=true`),
    );
  }

  async createBatch(): Promise<void> {
    const { recorder } = this.#sender.context;
    const node = this.#sender.pickNode();
    const posts = Array.from({ length: batchSize }, () => recorder.addPost());
    const requests = posts.map((post) => ({ path: '/cms/v2/posts', body: this.#fieldsOf(post) }));
    const states = posts.map((post) => post.begin(node));
    const batch = this.#sender.pendingWrite(node);
    const body = await this.#sender.write(node, batch, `batch ${posts.map(({ key }) => `${key} v1`).join(' ')}`, () =>
      node.service.request('POST', '/batch/v1', { requests }),
    );
    for (const [at, part] of (body?.responses ?? []).entries()) {
      const [post, state] = [posts[at] as TrackedPost, states[at] as Write];
      if (part.status === 201) {
        post.id = part.body.id;
        state.acknowledgedAt = batch.acknowledgedAt;
      } else if (part.status !== 503) recorder.violate(`${part.status} in a batch: ${JSON.stringify(part)}`, post.key);
    }
  }

  async comment(isOnHold: boolean): Promise<void> {
    const { recorder } = this.#sender.context;
    if (!this.#discussion || this.#discussion.comments >= commentsPerPost) {
      const post = await this.create(this.#sender.pickNode());
      if (!post) return;
      this.#discussion = { post, comments: 0 };
    }
    const discussion = this.#discussion;
    discussion.comments += 1;
    const node = this.#sender.pickNode();
    const key = recorder.newKey(isOnHold ? 'H' : 'C');
    const comment = { ...this.#sender.pendingWrite(node), key, id: 0, post: discussion.post, isOnHold };
    recorder.comments.push(comment);
    const fields = { post: discussion.post.id, content: `${key} is a comment.`, status: isOnHold ? 'hold' : 'approve' };
    const body = await this.#sender.write(node, comment, `comment ${key} on ${discussion.post.key}`, () =>
      node.service.request('POST', '/cms/v2/comments', fields),
    );
    if (body !== undefined) comment.id = body.id;
  }

  async schedule(): Promise<void> {
    const { recorder, random } = this.#sender.context;
    const node = this.#sender.pickNode();
    const key = recorder.newKey('S');
    const date = Math.floor((Date.now() + minLeadMs + random() * (maxLeadMs - minLeadMs)) / 1000) * 1000;
    const post = { ...this.#sender.pendingWrite(node), key, id: 0, date, status: '' };
    recorder.scheduled.push(post);
    const date_gmt = new Date(date).toISOString().slice(0, 19);
    const body = await this.#sender.write(node, post, `schedule ${key} for ${date_gmt}`, () =>
      node.service.request('POST', '/cms/v2/posts', { title: `${key} is due`, status: 'publish', date_gmt }),
    );
    if (body !== undefined) Object.assign(post, { id: body.id, status: body.status });
  }

  async upload(): Promise<void> {
    const { recorder } = this.#sender.context;
    const node = this.#sender.pickNode();
    const key = recorder.newKey('F');
    const file = { ...this.#sender.pendingWrite(node), key, id: 0, path: '' };
    recorder.files.push(file);
    const { origin, authorization } = node.service;
    const body = await this.#sender.write(node, file, `upload ${key} `, async () => {
      const headers = {
        authorization,
        ...{ 'content-type': 'text/plain', 'content-disposition': `attachment; filename="${key}.txt"` },
      };
      const response = await exchangeBytes(`${origin}/rest/cms/v2/media`, { method: 'POST', headers }, contentOf(key));
      return { ...response, body: JSON.parse(response.bytes.toString()) };
    });
    if (body !== undefined) Object.assign(file, { id: body.id, path: body.source_url.replace(home, '') });
  }
}
