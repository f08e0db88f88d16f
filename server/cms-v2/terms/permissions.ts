// The rules that the routes of terms name, on what the address names (terms-menus-and-blocks.md §1.2, §1.6, §1.7).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { TermListArgs, termPermissions } from '../../../contract/shared/terms.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import type { Call, Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { mayRead, passes, underSettings } from '../entries/rules.ts';
import { findEntriesOfAnyType, type JudgedOfAnyType } from '../entries/store.ts';
import { type TermParts, taxonomyOf } from './parts.ts';
import { denials, mayCreate, mayDelete, mayEdit } from './rules.ts';
import { findTerm, type TermRow } from './store.ts';

/** The term of a taxonomy and number. Throws Refusal 404 `rest_term_invalid`. */
export async function requireTerm(read: ReadHandle, taxonomy: Taxonomy, id: number): Promise<TermRow> {
  const term = Number.isSafeInteger(id) && id > 0 ? await findTerm(read, taxonomy.name, id) : undefined;
  if (!term) throw new Refusal('rest_term_invalid', 404, `There is no ${taxonomy.noun.one} of this number.`);
  return term;
}

/**
 * The term of a taxonomy and number, while nobody else changes the terms of the taxonomy: slugs and paths follow from one
 * another. Throws Refusal 404 `rest_term_invalid`.
 */
export async function claimTerm(tx: WriteHandle, taxonomy: Taxonomy, id: number): Promise<TermRow> {
  await tx.lock(`term slugs ${taxonomy.name}`);
  return requireTerm(tx, taxonomy, id);
}

/** The rules by the names that declarations use. */
export function termRules(parts: TermParts): Record<(typeof termPermissions)[number], Permission> {
  const load = (call: Call) => requireTerm(parts.database.read, taxonomyOf(parts, call), Number(call.path.id));
  const sees = (call: Call) =>
    call.args.context === 'edit' && !mayEdit(call.actor, taxonomyOf(parts, call)) ? denials.editContext : undefined;
  return {
    'list-terms': {
      load: (call: Call<TermListArgs>) => loadEntry(parts, call),
      permit: (call, entry: JudgedOfAnyType | undefined) =>
        sees(call) ?? (entry ? seesTermsOf(parts, call, entry) : undefined),
    },
    'read-term': { load, permit: sees },
    'create-term': { permit: (call) => (mayCreate(call.actor, taxonomyOf(parts, call)) ? undefined : denials.create) },
    'edit-term': { load, permit: (call) => (mayEdit(call.actor, taxonomyOf(parts, call)) ? undefined : denials.edit) },
    'delete-term': {
      load,
      permit: (call, term: TermRow) =>
        mayDelete(call.actor, taxonomyOf(parts, call), term.id, parts.settings.values.default_category)
          ? undefined
          : denials.delete,
    },
  };
}

/** The entry whose terms are asked for. Throws Refusal 400 `rest_post_invalid_id`. */
async function loadEntry({ database }: TermParts, { args }: Call<TermListArgs>): Promise<JudgedOfAnyType | undefined> {
  if (!args.post) return undefined;
  const entry = args.post > 0 ? (await findEntriesOfAnyType(database.read, [args.post]))[0] : undefined;
  if (!entry) throw new Refusal('rest_post_invalid_id', 400, 'There is no entry of this number.');
  return entry;
}

/** Whoever may read an entry sees its terms, of the taxonomies that its type has. */
function seesTermsOf(parts: TermParts, call: Call, entry: JudgedOfAnyType) {
  const type = parts.contract.types.get(entry.type);
  const seen =
    type?.taxonomies.includes(taxonomyOf(parts, call).name) === true &&
    passes(mayRead, call.actor, underSettings(type, parts.settings.values), entry);
  return seen ? undefined : denials.ofHidden;
}
