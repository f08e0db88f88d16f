// Media read for embedding in what links to them (protocol.md §7.3).
import type { Embedded, EmbedReader } from '../../http/room.ts';
import { denials, mayRead, passes } from '../entries/rules.ts';
import type { MediaParts } from './parts.ts';
import { findMedia, mediaType } from './store.ts';

const unknown = { code: 'rest_post_invalid_id', message: 'There is no file of this number.', status: 404 };

/** The reader of single files. */
export function mediaEmbeds({ contract, database }: MediaParts): EmbedReader[] {
  const [resource, type] = [contract.resources.get(mediaType), contract.types.get(mediaType)];
  if (!resource || !type) return [];
  return [
    {
      target: `/${type.restNamespace}/${type.restBase}/<id>`,
      resource,
      read: async (values, { actor }) => {
        const rows = new Map((await findMedia(database.read, values.map(Number))).map((row) => [String(row.id), row]));
        const embed = (value: string): Embedded => {
          const row = rows.get(value);
          if (!row) return { refused: unknown };
          return passes(mayRead, actor, type, row) ? { row } : { refused: denials.read };
        };
        return new Map(values.map((value) => [value, embed(value)]));
      },
    },
  ];
}
