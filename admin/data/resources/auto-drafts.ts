// Starts entries.
import type { ContentType } from '../bootstrap.ts';
import { send } from '../client.ts';

/** Starts an entry of a type: it appears in no list until it is saved. Throws ApiError. */
export const startEntry = async (type: ContentType): Promise<{ readonly id: number }> =>
  (await send<{ readonly id: number }>('/octavo/v1/auto-drafts', { method: 'POST', body: { type: type.slug } })).data;
