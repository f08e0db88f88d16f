// Reads comments for the home screen.
import { type Page, readPage } from '../client.ts';

/** A comment as the home screen shows it. */
export interface ListedComment {
  readonly id: number;
  readonly post: number;
  readonly author_name: string;
  readonly date: string;
  readonly content: { readonly rendered: string };
}

/** Reads the newest comments that wait for approval. Throws ApiError. */
export const listCommentsOnHold = (limit: number, signal?: AbortSignal): Promise<Page<ListedComment>> =>
  readPage('/wp/v2/comments', { status: 'hold', context: 'edit', per_page: limit }, signal);
