// Reads media for embedding in the records that link to them (protocol.md §7.3).

import type { Embedded, EmbedReader } from '../../http/module.ts';
import { forbiddenErrors, passes, readCondition } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findMedia, mediaType } from './store.ts';

const notFoundError = { code: 'rest_post_invalid_id', message: 'No media item with this ID.', status: 404 };

/** Returns the embed reader of single media items. */
export function mediaEmbeds({ contract, database }: EntryDeps): EmbedReader[] {
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
          if (!row) return { forbidden: notFoundError };
          return passes(readCondition, actor, type, row) ? { row } : { forbidden: forbiddenErrors.read };
        };
        return new Map(values.map((value) => [value, embed(value)]));
      },
    },
  ];
}
