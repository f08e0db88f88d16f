// Terms read for embedding in what links to them (protocol.md §7.3).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Embedded, EmbedReader } from '../../http/room.ts';
import { denials as entryDenials, mayRead, passes, underSettings } from '../entries/rules.ts';
import { findEntriesOfAnyType } from '../entries/store.ts';
import type { TermParts } from './parts.ts';
import { denials } from './rules.ts';
import { findTermsById, findTermsOfEntries } from './store.ts';

/** For each taxonomy: its terms by number, and the terms of an entry. */
export const termEmbeds = (parts: TermParts): EmbedReader[] =>
  [...parts.contract.taxonomies.values()].flatMap((taxonomy) => {
    const resource = parts.contract.resources.get(taxonomy.name);
    const base = `/${taxonomy.restNamespace}/${taxonomy.restBase}`;
    if (!resource) return [];
    return [
      { target: `${base}/<id>`, resource, read: (values: readonly string[]) => readTerms(parts, taxonomy, values) },
      { target: `${base}?post=<id>`, resource, read: readTermsOfEntries(parts, taxonomy) },
    ];
  });

const unknown = { code: 'rest_term_invalid', message: 'There is no term of this number.', status: 404 };

async function readTerms(
  { database }: TermParts,
  taxonomy: Taxonomy,
  values: readonly string[],
): Promise<Map<string, Embedded>> {
  const rows = new Map(
    (await findTermsById(database.read, taxonomy.name, values.map(Number))).map((row) => [String(row.id), row]),
  );
  return new Map(
    values.map((value): [string, Embedded] => {
      const row = rows.get(value);
      return [value, row ? { row } : { refused: unknown }];
    }),
  );
}

/** As many terms as a page may hold at most (protocol.md §7.3). */
const most = 100;

/** The terms of entries; the caller must be able to read an entry to see them. */
const readTermsOfEntries =
  ({ database, contract, settings }: TermParts, taxonomy: Taxonomy): EmbedReader['read'] =>
  async (values, { actor }) => {
    const ids = values.map(Number);
    const entries = new Map((await findEntriesOfAnyType(database.read, ids)).map((entry) => [entry.id, entry]));
    const terms = Map.groupBy(await findTermsOfEntries(database.read, taxonomy.name, ids), (term) => term.entry_id);
    const embed = (id: number): Embedded => {
      const entry = entries.get(id);
      const type = entry && contract.types.get(entry.type);
      if (!entry || !type) return { refused: { ...entryDenials.read, code: 'rest_post_invalid_id', status: 400 } };
      return passes(mayRead, actor, underSettings(type, settings.values), entry)
        ? { rows: (terms.get(id) ?? []).slice(0, most) }
        : { refused: denials.ofHidden };
    };
    return new Map(values.map((value) => [value, embed(Number(value))]));
  };
