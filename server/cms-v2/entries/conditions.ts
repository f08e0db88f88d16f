// Defines the conditions of the permissions for entries (posts-and-pages.md §3), and the errors when they are not met. The same
// condition filters lists and checks single entries.
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { type Actor, isSignedIn } from '../../access/actor.ts';
import {
  all,
  among,
  any,
  type Condition,
  constant,
  hasNoParentOr,
  isOwner,
  matches,
  not,
} from '../../access/conditions.ts';
import type { Facts, PermissionError } from '../../http/module.ts';
import type { SettingValues } from '../../settings/declared.ts';

const isAuthor = isOwner('author');
const isPublic = among('rights_status', ['publish', 'future']);
const isPrivate = among('rights_status', ['private']);

/**
 * Returns the condition for editing an entry: its author needs the right `edit`; other users need `editOthers` and, for private
 * entries, `editPrivate`. Published and scheduled entries also require `editPublished`. For entries in the trash, the previous status
 * counts.
 */
export function editCondition(actor: Actor, { rights }: ContentType): Condition {
  const published = any(not(isPublic), constant(actor.can(rights.editPublished)));
  const ofOthers = all(
    constant(actor.can(rights.editOthers)),
    published,
    any(not(isPrivate), constant(actor.can(rights.editPrivate))),
  );
  return any(all(isAuthor, constant(actor.can(rights.edit)), published), all(not(isAuthor), ofOthers));
}

/** Returns the condition for moving an entry to the trash or deleting it: that of `editCondition`, with the rights to delete. */
export function deleteCondition(actor: Actor, { rights }: ContentType): Condition {
  const published = any(not(isPublic), constant(actor.can(rights.deletePublished)));
  const ofOthers = all(
    constant(actor.can(rights.deleteOthers)),
    published,
    any(not(isPrivate), constant(actor.can(rights.deletePrivate))),
  );
  return any(all(isAuthor, constant(actor.can(rights.delete)), published), all(not(isAuthor), ofOthers));
}

/** Whether the actor may read the published entries of a type that is not public. */
const mayReadSome = (actor: Actor, { rights }: ContentType): boolean =>
  actor.can(rights.edit) || (rights.read !== undefined && actor.can(rights.read));

/** Returns the type with the settings of the site applied: a setting can make the published entries of a type public. */
export const applySettings = (type: ContentType, settings: SettingValues): ContentType =>
  type.publicSetting !== undefined && settings[type.publicSetting] ? { ...type, viewable: true } : type;

/**
 * Returns the condition for reading an entry. Published entries of a viewable type are public; those of other types require
 * `mayReadSome`. All entries can be read by their author, with the right `edit`, and by users who may edit them; private entries also
 * by users with the right `readPrivate`.
 */
export function readCondition(actor: Actor, type: ContentType): Condition {
  if (type.holders) return fileReadCondition(actor, type, type.holders);
  const published = among('status', ['publish']);
  const byAuthor = all(isAuthor, constant(actor.can(type.rights.edit)));
  const privateEntries = all(among('status', ['private']), constant(actor.can(type.rights.readPrivate)));
  return any(
    type.viewable ? published : all(published, constant(mayReadSome(actor, type))),
    byAuthor,
    privateEntries,
    editCondition(actor, type),
  );
}

/**
 * Returns the condition for reading files (media-fonts-and-oembed.md, A5). A file with the status `inherit` can be read by all callers
 * who may read its parent entry; without a parent entry, it is public. All files can be read by their author and by users who may edit
 * them; private files also by users with the right `readPrivate`. For signed-in callers, a parent entry in the trash counts as
 * published if it was published before.
 */
function fileReadCondition(actor: Actor, type: ContentType, parentTypes: readonly ContentType[]): Condition {
  const published = among(isSignedIn(actor) ? 'rights_status' : 'status', ['publish']);
  const parentCondition = any(
    ...parentTypes.map((parentType) =>
      all(among('type', [parentType.name]), any(published, readCondition(actor, parentType))),
    ),
  );
  return any(
    isAuthor,
    editCondition(actor, type),
    all(among('status', ['private']), constant(actor.can(type.rights.readPrivate))),
    all(among('status', ['inherit']), hasNoParentOr(parentCondition)),
  );
}

/** The columns of an entry that conditions read. */
export interface CheckedEntry {
  readonly id: number;
  readonly author: number;
  readonly status: string;
  readonly rights_status: string;
}

/** Whether an entry meets the condition that `rule` returns for the actor. */
export const passes = (
  rule: (actor: Actor, type: ContentType) => Condition,
  actor: Actor,
  type: ContentType,
  entry: CheckedEntry,
): boolean => matches(rule(actor, type), entry, actor.id);

/** Errors for forbidden operations (posts-and-pages.md §4). */
export const forbiddenErrors = {
  read: { code: 'rest_forbidden', message: 'You are not allowed to view this entry.' },
  editContext: {
    code: 'rest_forbidden_context',
    message: 'You are not allowed to use the edit context for this entry.',
  },
  metaField: { code: 'rest_forbidden_param', message: 'You are not allowed to filter or sort by this meta field.' },
  metaContext: {
    code: 'rest_forbidden_param',
    message: 'The requested context does not include this meta field; add context=edit to filter or sort by it.',
    status: 400,
  },
  exists: { code: 'rest_post_exists', message: 'The ID of a new entry cannot be set.', status: 400 },
  create: { code: 'rest_cannot_create', message: 'You are not allowed to create entries of this type.' },
  edit: { code: 'rest_cannot_edit', message: 'You are not allowed to edit this entry.' },
  delete: { code: 'rest_cannot_delete', message: 'You are not allowed to delete this entry.' },
  otherAuthor: { code: 'rest_cannot_edit_others', message: 'You are not allowed to assign another author.' },
  stick: { code: 'rest_cannot_assign_sticky', message: 'You are not allowed to make entries sticky.' },
  assignTerm: { code: 'rest_cannot_assign_term', message: 'You are not allowed to assign these terms.' },
  publish: { code: 'rest_cannot_publish', message: 'You are not allowed to publish entries of this type.' },
} as const satisfies Record<string, PermissionError>;

/** Whether the actor may set a status that makes entries of the type visible to others. */
export const mayPublish = (actor: Actor, type: ContentType): boolean => actor.can(type.rights.publish);

/** Whether the actor may make posts sticky. */
export const mayStick = (actor: Actor, type: ContentType): boolean =>
  actor.can(type.rights.editOthers) || actor.can(type.rights.publish);

/** Whether the actor may assign another user as the author. */
export const mayNameAuthor = (actor: Actor, type: ContentType): boolean => actor.can(type.rights.editOthers);

/** Whether the actor may list entries with this status (posts-and-pages.md §14, `status`). */
export const mayListStatus = (actor: Actor, type: ContentType, state: string): boolean =>
  state === 'publish' || actor.can(type.rights.edit) || (state === 'private' && actor.can(type.rights.readPrivate));

/** Returns the condition for listing an entry: in the edit context, permission to edit it; in other contexts, permission to read it. */
export const listingCondition = (actor: Actor, type: ContentType, context: unknown): Condition => {
  if (context === 'edit') return editCondition(actor, type);
  return isSignedIn(actor) || !type.viewable || type.holders
    ? readCondition(actor, type)
    : among('status', ['publish']);
};

/** Returns the rights of the actor on entries of a type, as conditions of links (posts-and-pages.md §2, Links). */
export function rightsFacts(type: ContentType, taxonomies: readonly Taxonomy[], actor: Actor): Facts {
  const terms = taxonomies.flatMap(({ restBase, hierarchical, rights }) => [
    [`may_assign_${restBase}`, actor.can(rights.assign)],
    [`may_create_${restBase}`, actor.can(hierarchical ? rights.edit : rights.assign)],
  ]);
  return {
    may_publish: mayPublish(actor, type),
    may_post_any_html: actor.can('unfiltered_html'),
    may_stick: mayNameAuthor(actor, type) && mayPublish(actor, type),
    may_assign_author: mayNameAuthor(actor, type),
    ...Object.fromEntries(terms),
  };
}
