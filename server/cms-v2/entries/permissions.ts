// Defines the permissions that the entry routes require (posts-and-pages.md §3, §4).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { EntryArgs, EntryEndpoints } from '../../../contract/shared/entries.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, type PermissionError, submitsId } from '../../http/module.ts';
import {
  deleteCondition,
  editCondition,
  forbiddenErrors,
  mayNameAuthor,
  mayStick,
  passes,
  readCondition,
} from './conditions.ts';
import { type EntryDeps, taxonomiesOf, typeOf } from './deps.ts';
import { requireEntry, requireEntryHead } from './lock-entry.ts';
import type { EntryTargets, LoadedEntry } from './operations.ts';
import { validateMetaFields } from './plan-meta.ts';
import { invalidPreviewError, withPreview } from './preview.ts';
import type { EntryHead } from './rows.ts';
import { submittedTerms } from './term-choice.ts';

/** Returns the permissions, keyed by their names in the contract. */
export function defineEntryPermissions(deps: EntryDeps): Permissions<EntryEndpoints, EntryTargets> {
  const { contract } = deps;
  // All permissions for single entries share this function, so that the entry is loaded only once.
  const load = async (call: Call): Promise<LoadedEntry> => {
    const type = typeOf(contract, call);
    // The response to a permanent deletion contains the whole entry. Other operations load the entry again when they read or change it.
    const find = call.method === 'DELETE' && call.args.force === true ? requireEntry : requireEntryHead;
    const entry = await find(deps.database.read, type, Number(call.path.id));
    await deps.passwords.checkCall(call, type, entry);
    return withPreview(deps, call, entry);
  };
  return {
    'list-entries': {
      permit: (call) => {
        const type = typeOf(contract, call);
        return call.args.context === 'edit' && !call.actor.can(type.rights.edit)
          ? forbiddenErrors.editContext
          : validateMetaFields(call, type);
      },
    },
    'read-entry': {
      load,
      permit: (call, entry) => (entry.preview ? undefined : validateRead(call, typeOf(contract, call), entry)),
    },
    'create-entry': {
      permit: (call) => validateCreate(deps, call),
    },
    'edit-entry': {
      load,
      permit: (call, entry) => {
        const type = typeOf(contract, call);
        if (!passes(editCondition, call.actor, type, entry)) return forbiddenErrors.edit;
        return validateInput(deps, call, type);
      },
    },
    'delete-entry': {
      load,
      permit: (call, entry) => {
        const type = typeOf(contract, call);
        const isFrontPage = [
          deps.site.settings.values.page_on_front,
          deps.site.settings.values.page_for_posts,
        ].includes(entry.id);
        const isPermitted =
          passes(deleteCondition, call.actor, type, entry) &&
          (!isFrontPage || type.name !== 'page' || call.actor.can('manage_options'));
        return isPermitted ? undefined : forbiddenErrors.delete;
      },
    },
  };
}

/**
 * Returns the error if the caller may not read the entry, else undefined. Checks the edit context first, then a submitted password,
 * then the permission to read (posts-and-pages.md §7).
 */
export function validateRead(call: Call, type: ContentType, entry: EntryHead): PermissionError | undefined {
  if (call.args.context === 'edit' && !passes(editCondition, call.actor, type, entry))
    return forbiddenErrors.editContext;
  // Only the query is checked: in requests that change the entry, the password in the body is the new password.
  const password = call.query.password;
  if (typeof password === 'string' && password !== '' && password !== entry.password) return incorrectPassword;
  // Authors may read their own entries, even if they may not edit entries of the type (additions.md, "Own entries").
  const isAuthor = isSignedIn(call.actor) && entry.author === call.actor.id;
  return isAuthor || passes(readCondition, call.actor, type, entry)
    ? undefined
    : (invalidPreviewError(call) ?? forbiddenErrors.read);
}

const incorrectPassword: PermissionError = {
  code: 'rest_post_incorrect_password',
  message: 'Incorrect password for this entry.',
  status: 403,
};

/**
 * Returns the error if the caller may not create the entry, else undefined. Checks, in the order of the contract, a submitted ID, another
 * author, stickiness, the right to create entries, and terms.
 */
function validateCreate(deps: EntryDeps, call: Call<EntryArgs>): PermissionError | undefined {
  const type = typeOf(deps.contract, call);
  if (submitsId(call)) return forbiddenErrors.exists;
  const error = validateAuthorAndSticky(call, type);
  if (error) return error;
  if (!call.actor.can(type.rights.create)) return forbiddenErrors.create;
  return validateTerms(deps, call, type);
}

const validateInput = (deps: EntryDeps, call: Call<EntryArgs>, type: ContentType): PermissionError | undefined =>
  validateAuthorAndSticky(call, type) ?? validateTerms(deps, call, type);

function validateAuthorAndSticky({ args, actor }: Call<EntryArgs>, type: ContentType): PermissionError | undefined {
  if (args.author && args.author !== actor.id && !mayNameAuthor(actor, type)) return forbiddenErrors.otherAuthor;
  return args.sticky && !mayStick(actor, type) ? forbiddenErrors.stick : undefined;
}

function validateTerms({ contract }: EntryDeps, call: Call<EntryArgs>, type: ContentType): PermissionError | undefined {
  const isForbidden = taxonomiesOf(contract, type).some((taxonomy) => {
    const submitted = submittedTerms(call, taxonomy) ?? [];
    // Assigning the ID 0, which no term has, is always forbidden (terms-menus-and-blocks.md §4.2).
    return submitted.length > 0 && (submitted.includes(0) || !call.actor.can(taxonomy.rights.assign));
  });
  return isForbidden ? forbiddenErrors.assignTerm : undefined;
}
