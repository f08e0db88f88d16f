// Work on the texts of one request (docs/rendering.md, "Long texts").
import type { Call } from '../../http/room.ts';
import { type ParameterNames, TextWork } from '../../rendering/work/text-work.ts';
import type { EntryParts } from './parts.ts';

/**
 * Work on the texts of a request. Those who may post any HTML may change as many texts in one request as it can hold; the texts
 * of others are limited together. `parameters`: how the request calls `content` and `excerpt`, where it has other names.
 */
export const textWorkOf = (
  { texts }: Pick<EntryParts, 'texts'>,
  { work, actor }: Pick<Call, 'work' | 'actor'>,
  parameters: ParameterNames = {},
): TextWork => new TextWork(texts, work, { allowance: actor.can('unfiltered_html') ? 'text' : 'request', parameters });
