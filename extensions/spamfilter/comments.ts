// Reads and moderates comments through the API.
import { type ExtensionServices, makeRequest, toText } from 'octavo/extension';

/** A comment, as the API returns it in the edit context. */
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

/** Returns a comment in any status; undefined if it does not exist. */
export async function findComment({ actor, dispatchAs }: ExtensionServices, id: number): Promise<Comment | undefined> {
  const { status, body } = await dispatchAs(actor, makeRequest('GET', `/cms/v2/comments/${id}?context=edit`));
  return status === 200 ? (JSON.parse(toText(body ?? 'null')) as Comment) : undefined;
}

/** Changes the status of a comment. Returns false if this fails, for example because the comment was deleted. */
export async function setCommentStatus(
  { actor, dispatchAs }: ExtensionServices,
  id: number,
  status: string,
): Promise<boolean> {
  const response = await dispatchAs(actor, makeRequest('POST', `/cms/v2/comments/${id}`, { json: { status } }));
  return response.status === 200;
}
