// The rules that the routes of entries name, on what the address names (posts-and-pages.md §3, §4).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { entryPermissions } from '../../../contract/shared/entries.ts';
import { isSignedIn } from '../../access/actor.ts';
import { type Call, type Denial, type Permission, sendsNumber } from '../../http/room.ts';
import { requireEntry, requireEntryHead } from './claim-entry.ts';
import type { EntryArgs } from './entry-args.ts';
import { type EntryParts, taxonomiesOf, typeOf } from './parts.ts';
import { leadsNowhere, type Previewed, withPreview } from './preview.ts';
import type { EntryHead } from './rows.ts';
import { denials, mayDelete, mayEdit, mayNameAuthor, mayRead, mayStick, passes } from './rules.ts';
import { sentTerms } from './term-choice.ts';
import { tryPasswords } from './try-password.ts';

/** The rules by the names that declarations use. */
export function entryRules(parts: EntryParts): Record<(typeof entryPermissions)[number], Permission> {
  const { contract } = parts;
  // One for all rules, so that the entry is loaded once.
  const load = async (call: Call) => {
    const type = typeOf(contract, call);
    // What is deleted is shown a last time; all else is found again when it is read or changed.
    const find = call.method === 'DELETE' ? requireEntry : requireEntryHead;
    const entry = await find(parts.database.read, type, Number(call.path.id));
    await tryPasswords(parts, call, type, entry);
    return withPreview(parts, call, entry);
  };
  return {
    'list-entries': {
      permit: (call) => {
        const type = typeOf(contract, call);
        return call.args.context === 'edit' && !call.actor.can(type.rights.edit) ? denials.editContext : undefined;
      },
    },
    'read-entry': {
      load,
      permit: (call, entry: Previewed<EntryHead>) =>
        entry.preview ? undefined : mayReadNow(call, typeOf(contract, call), entry),
    },
    'create-entry': {
      permit: (call: Call<EntryArgs>) => mayCreate(parts, call),
    },
    'edit-entry': {
      load,
      permit: (call: Call<EntryArgs>, entry: EntryHead) => {
        const type = typeOf(contract, call);
        if (!passes(mayEdit, call.actor, type, entry)) return denials.edit;
        return wrongWish(parts, call, type);
      },
    },
    'delete-entry': {
      load,
      permit: (call, entry: EntryHead) => {
        const type = typeOf(contract, call);
        const front = [parts.settings.values.page_on_front, parts.settings.values.page_for_posts].includes(entry.id);
        const may =
          passes(mayDelete, call.actor, type, entry) &&
          (!front || type.name !== 'page' || call.actor.can('manage_options'));
        return may ? undefined : denials.delete;
      },
    },
  };
}

/** The edit context first, then a password that was sent, then reading (posts-and-pages.md §7). */
export function mayReadNow(call: Call, type: ContentType, entry: EntryHead): Denial | undefined {
  if (call.args.context === 'edit' && !passes(mayEdit, call.actor, type, entry)) return denials.editContext;
  // Of a write the body's password is one to be set, not one to be tried.
  const password = call.query.password;
  if (typeof password === 'string' && password !== '' && password !== entry.password) return wrongPassword;
  // Authors read what is theirs, also where they may change none of its type (additions.md, "Own entries").
  const isTheirs = isSignedIn(call.actor) && entry.author === call.actor.id;
  return isTheirs || passes(mayRead, call.actor, type, entry) ? undefined : (leadsNowhere(call) ?? denials.read);
}

const wrongPassword: Denial = {
  code: 'rest_post_incorrect_password',
  message: 'This is not the password of the entry.',
  status: 403,
};

/** In the contract's order: a number that was sent, another author, stickiness, the right to create, terms. */
function mayCreate(parts: EntryParts, call: Call<EntryArgs>): Denial | undefined {
  const type = typeOf(parts.contract, call);
  if (sendsNumber(call)) return denials.exists;
  const wrong = wrongAuthorOrSticky(call, type);
  if (wrong) return wrong;
  if (!call.actor.can(type.rights.create)) return denials.create;
  return unassignable(parts, call, type);
}

const wrongWish = (parts: EntryParts, call: Call<EntryArgs>, type: ContentType): Denial | undefined =>
  wrongAuthorOrSticky(call, type) ?? unassignable(parts, call, type);

function wrongAuthorOrSticky({ args, actor }: Call<EntryArgs>, type: ContentType): Denial | undefined {
  if (args.author && args.author !== actor.id && !mayNameAuthor(actor, type)) return denials.otherAuthor;
  return args.sticky && !mayStick(actor, type) ? denials.stick : undefined;
}

function unassignable({ contract }: EntryParts, call: Call<EntryArgs>, type: ContentType): Denial | undefined {
  const refused = taxonomiesOf(contract, type).some((taxonomy) => {
    const sent = sentTerms(call, taxonomy) ?? [];
    // Nobody may assign 0, which is the number of no term (terms-menus-and-blocks.md §4.2).
    return sent.length > 0 && (sent.includes(0) || !call.actor.can(taxonomy.rights.assign));
  });
  return refused ? denials.assignTerm : undefined;
}
