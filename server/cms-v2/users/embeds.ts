// Reads users for embedding in the records that link to them (protocol.md §7.3).
import type { Embedded, EmbedReader } from '../../http/module.ts';
import { forbiddenErrors, mayRead, visibilityTypes } from './conditions.ts';
import type { UserDeps } from './deps.ts';
import { findUsersById } from './store.ts';

/** Returns the embed reader of single users. */
export function userEmbeds({ contract, database }: UserDeps): EmbedReader[] {
  const resource = contract.resources.get('user');
  if (!resource) return [];
  const read: EmbedReader['read'] = async (values, { actor }) => {
    const found = await findUsersById(database.read, values.map(Number), visibilityTypes(contract, actor));
    const rows = new Map(found.map((row) => [String(row.id), row]));
    const embed = (value: string): Embedded => {
      const row = rows.get(value);
      if (!row) return { forbidden: forbiddenErrors.unknown };
      return mayRead(actor, row) ? { row } : { forbidden: forbiddenErrors.view };
    };
    return new Map(values.map((value) => [value, embed(value)]));
  };
  return [{ target: '/cms/v2/users/<id>', resource, read }];
}
