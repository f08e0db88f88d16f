// Reads entries for embedding in the records that link to them (protocol.md §7.3).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { includesRaw } from '../../../contract/shared/entry-fields.ts';
import type { Embedded, EmbedReader } from '../../http/module.ts';
import { forbiddenErrors, passes, readCondition } from './conditions.ts';
import type { EntryDeps } from './deps.ts';
import { findEntriesById, findEntriesWithText } from './store.ts';

/** Returns an embed reader for each content type in the resource group `entries`. */
export const entryEmbeds = (deps: EntryDeps): EmbedReader[] =>
  [...deps.contract.types.values()]
    .filter(({ servedAs }) => servedAs === 'entries')
    .flatMap((type) => reader(deps, type));

const notFoundError = { code: 'rest_post_invalid_id', message: 'No entry with this ID.', status: 404 };

function reader({ contract, database }: EntryDeps, type: ContentType): EmbedReader[] {
  const resource = contract.resources.get(type.name);
  if (!resource) return [];
  const find = includesRaw(type, 'embed') ? findEntriesWithText : findEntriesById;
  const read = async (values: readonly string[], { actor }: Parameters<EmbedReader['read']>[1]) => {
    const rows = new Map(
      (await find(database.read, type.name, values.map(Number))).map((row) => [String(row.id), row]),
    );
    const embed = (value: string): Embedded => {
      const row = rows.get(value);
      if (!row) return { forbidden: notFoundError };
      return passes(readCondition, actor, type, row) ? { row } : { forbidden: forbiddenErrors.read };
    };
    return new Map(values.map((value) => [value, embed(value)]));
  };
  return [{ target: `/${type.restNamespace}/${type.restBase}/<id>`, resource, read }];
}
