// Comments as moderators see them, and what moderators do with them.
import { type ExtensionServices, makeRequest, textOf } from 'octavo/extension';

export interface Comment {
  readonly id: number;
  readonly post: number;
  readonly author: number;
  readonly author_name: string;
  readonly author_email: string;
  readonly author_url: string;
  readonly author_ip: string;
  readonly author_user_agent: string;
  readonly content: { readonly raw: string };
  readonly status: string;
  readonly type: string;
}

/** A comment, whatever its state; undefined where it is gone. */
export async function findComment({ inside }: ExtensionServices, id: number): Promise<Comment | undefined> {
  const { status, body } = await inside(makeRequest('GET', `/cms/v2/comments/${id}?context=edit`));
  return status === 200 ? (JSON.parse(textOf(body ?? 'null')) as Comment) : undefined;
}

/** Moves a comment to a state; false where it is gone or cannot be moved. */
export async function moveComment({ inside }: ExtensionServices, id: number, status: string): Promise<boolean> {
  const answer = await inside(makeRequest('POST', `/cms/v2/comments/${id}`, { json: { status } }));
  return answer.status === 200;
}
