// Users read for embedding in what links to them (protocol.md §7.3).
import type { Embedded, EmbedReader } from '../../http/room.ts';
import type { UserParts } from './parts.ts';
import { denials, mayRead, seenTypes } from './rules.ts';
import { findUsersById } from './store.ts';

/** The reader of single users. */
export function userEmbeds({ contract, database }: UserParts): EmbedReader[] {
  const resource = contract.resources.get('user');
  if (!resource) return [];
  const read: EmbedReader['read'] = async (values, { actor }) => {
    const found = await findUsersById(database.read, values.map(Number), seenTypes(contract, actor));
    const rows = new Map(found.map((row) => [String(row.id), row]));
    const embed = (value: string): Embedded => {
      const row = rows.get(value);
      if (!row) return { refused: denials.unknown };
      return mayRead(actor, row) ? { row } : { refused: denials.view };
    };
    return new Map(values.map((value) => [value, embed(value)]));
  };
  return [{ target: '/cms/v2/users/<id>', resource, read }];
}
