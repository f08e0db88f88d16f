// The requests that the client process sends (client.ts).
import type { Message, Response } from './connection.ts';

/** Number of creates in a batch. */
export const batchSize = 25;

const content = `<!-- wp:paragraph --><p>${'Some words that say little. '.repeat(70)}</p><!-- /wp:paragraph -->`;

/** A word that exactly ten posts of a generated site contain. */
export const rareWord = 'zyzzyva';

/** Values that distinguish the requests of a load. */
export interface RequestContext {
  /** A text that differs in all requests of all loads. */
  readonly unique: string;
  /** ID of the post that the request concerns; 0 if it concerns none. */
  readonly target: number;
  /** Path of the content namespace. */
  readonly mount: string;
}

/** A request of a kind, and the number of writes in it. */
interface RequestKind {
  readonly writes: number;
  /** Whether each request needs a different post of the site, so that the load ends when all were used. */
  readonly usesUpTargets: boolean;
  readonly message: (context: RequestContext) => Message;
  readonly isSuccess: (response: Response) => boolean;
}

const newPost = (unique: string) => ({ title: `Measured ${unique}`, status: 'publish', content });
const hasStatus =
  (status: number) =>
  (response: Response): boolean =>
    response.status === status;

const write = (
  message: (context: RequestContext) => Message,
  status: number,
  options: Partial<Omit<RequestKind, 'message'>> = {},
): RequestKind => ({ writes: 1, usesUpTargets: false, isSuccess: hasStatus(status), message, ...options });

/** The requests by kind. Posts have 2 KB of block content. */
export const requestKinds = {
  create: write(
    ({ mount, unique }) => ({ method: 'POST', path: `${mount}/posts`, body: JSON.stringify(newPost(unique)) }),
    201,
  ),
  update: write(
    ({ mount, unique, target }) => ({
      method: 'POST',
      path: `${mount}/posts/${target}`,
      body: JSON.stringify({ content: `${content}<p>Changed ${unique}</p>` }),
    }),
    200,
  ),
  trash: write(({ mount, target }) => ({ method: 'DELETE', path: `${mount}/posts/${target}` }), 200, {
    usesUpTargets: true,
  }),
  comment: write(
    ({ mount, unique, target }) => ({
      method: 'POST',
      path: `${mount}/comments`,
      body: JSON.stringify({ post: target, content: `A comment on this text, number ${unique}.` }),
    }),
    201,
  ),
  term: write(
    ({ mount, unique }) => ({
      method: 'POST',
      path: `${mount}/tags`,
      body: JSON.stringify({ name: `Term ${unique}` }),
    }),
    201,
  ),
  batch: write(
    ({ unique }) => ({
      method: 'POST',
      path: '/rest/batch/v1',
      body: JSON.stringify({
        requests: Array.from({ length: batchSize }, (_, at) => ({
          method: 'POST',
          path: '/cms/v2/posts',
          body: newPost(`${unique}-${at}`),
        })),
      }),
    }),
    207,
    {
      writes: batchSize,
      isSuccess: ({ status, body }) =>
        status === 207 && body.toString('latin1').split('"status":201').length === batchSize + 1,
    },
  ),
  search: write(
    ({ mount, unique }) => ({ method: 'GET', path: `${mount}/posts?search=${rareWord}&n=${unique}` }),
    200,
    { writes: 0 },
  ),
} satisfies Record<string, RequestKind>;

export type Kind = keyof typeof requestKinds;
