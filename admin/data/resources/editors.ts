// Reads what the editor of an entry needs.

import { send } from '../client.ts';

/** Responses that the service has sent in advance, by their paths. */
export type PreloadedResponses = Readonly<Record<string, object>>;

/** The settings of the editor of an entry, and the responses to its first requests. */
export interface EditorData {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly preload: PreloadedResponses;
}

/** Reads what the editor of an entry needs. Throws ApiError. */
export const readEditor = async (id: number): Promise<EditorData> =>
  (await send<EditorData>(`/octavo/v1/editors/${id}`)).data;
