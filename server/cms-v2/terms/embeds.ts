// Reads terms for embedding in the records that link to them (protocol.md §7.3).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Embedded, EmbedReader } from '../../http/module.ts';
import { applySettings, forbiddenErrors as entryDenials, passes, readCondition } from '../entries/conditions.ts';
import { findEntriesOfAnyType } from '../entries/store.ts';
import { forbiddenErrors } from './conditions.ts';
import type { TermDeps } from './deps.ts';
import { findTermsById, findTermsOfEntries } from './store.ts';

/** Returns two embed readers for each taxonomy: one for terms by ID, and one for the terms of an entry. */
export const termEmbeds = (deps: TermDeps): EmbedReader[] =>
  [...deps.contract.taxonomies.values()].flatMap((taxonomy) => {
    const resource = deps.contract.resources.get(taxonomy.name);
    const base = `/${taxonomy.restNamespace}/${taxonomy.restBase}`;
    if (!resource) return [];
    return [
      { target: `${base}/<id>`, resource, read: (values: readonly string[]) => readTerms(deps, taxonomy, values) },
      { target: `${base}?post=<id>`, resource, read: readTermsOfEntries(deps, taxonomy) },
    ];
  });

const notFoundError = { code: 'rest_term_invalid', message: 'No term with this ID.', status: 404 };

async function readTerms(
  { database }: TermDeps,
  taxonomy: Taxonomy,
  values: readonly string[],
): Promise<Map<string, Embedded>> {
  const rows = new Map(
    (await findTermsById(database.read, taxonomy.name, values.map(Number))).map((row) => [String(row.id), row]),
  );
  return new Map(
    values.map((value): [string, Embedded] => {
      const row = rows.get(value);
      return [value, row ? { row } : { forbidden: notFoundError }];
    }),
  );
}

/** Maximum number of embedded terms of an entry; equals the maximum page size (protocol.md §7.3). */
const maxEmbedded = 100;

/** Returns an embed reader of the terms of entries. It returns an error for entries that are missing or not readable for the caller. */
const readTermsOfEntries =
  ({ database, contract, site: { settings } }: TermDeps, taxonomy: Taxonomy): EmbedReader['read'] =>
  async (values, { actor }) => {
    const ids = values.map(Number);
    const entries = new Map((await findEntriesOfAnyType(database.read, ids)).map((entry) => [entry.id, entry]));
    const terms = Map.groupBy(await findTermsOfEntries(database.read, taxonomy.name, ids), (term) => term.entry_id);
    const embed = (id: number): Embedded => {
      const entry = entries.get(id);
      const type = entry && contract.types.get(entry.type);
      if (!entry || !type) return { forbidden: { ...entryDenials.read, code: 'rest_post_invalid_id', status: 400 } };
      return passes(readCondition, actor, applySettings(type, settings.values), entry)
        ? { rows: (terms.get(id) ?? []).slice(0, maxEmbedded) }
        : { forbidden: forbiddenErrors.hiddenEntry };
    };
    return new Map(values.map((value) => [value, embed(Number(value))]));
  };
