// Entries read for embedding in what links to them (protocol.md §7.3).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { showsRaw } from '../../../contract/shared/entry-fields.ts';
import type { Embedded, EmbedReader } from '../../http/room.ts';
import type { EntryParts } from './parts.ts';
import { denials, mayRead, passes } from './rules.ts';
import { findEntriesById, findEntriesWithText } from './store.ts';

/** One reader for the items of each content type, but those whose rules look at other entries. */
export const entryEmbeds = (parts: EntryParts): EmbedReader[] =>
  [...parts.contract.types.values()]
    .filter(({ servedAs }) => servedAs === 'entries')
    .flatMap((type) => reader(parts, type));

const unknown = { code: 'rest_post_invalid_id', message: 'There is no entry of this number.', status: 404 };

function reader({ contract, database }: EntryParts, type: ContentType): EmbedReader[] {
  const resource = contract.resources.get(type.name);
  if (!resource) return [];
  const find = showsRaw(type, 'embed') ? findEntriesWithText : findEntriesById;
  const read = async (values: readonly string[], { actor }: Parameters<EmbedReader['read']>[1]) => {
    const rows = new Map(
      (await find(database.read, type.name, values.map(Number))).map((row) => [String(row.id), row]),
    );
    const embed = (value: string): Embedded => {
      const row = rows.get(value);
      if (!row) return { refused: unknown };
      return passes(mayRead, actor, type, row) ? { row } : { refused: denials.read };
    };
    return new Map(values.map((value) => [value, embed(value)]));
  };
  return [{ target: `/${type.restNamespace}/${type.restBase}/<id>`, resource, read }];
}
