// Who may do what with entries (posts-and-pages.md §3). What is asked about a row is a condition, so that lists filter
// by the very rule that a single entry is judged by.
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { type Actor, isSignedIn } from '../../access/actor.ts';
import { all, among, any, type Condition, freeOrAbove, holds, not, own, when } from '../../access/conditions.ts';
import type { Denial, Facts } from '../../http/room.ts';
import type { SettingValues } from '../../settings/declared.ts';

const isOwn = own('author');
const isPublic = among('rights_status', ['publish', 'future']);
const isPrivate = among('rights_status', ['private']);

/** Who may change an entry of the type: its author, or who may change others'; more for what is published or private. */
export function mayEdit(actor: Actor, { rights }: ContentType): Condition {
  const published = any(not(isPublic), when(actor.can(rights.editPublished)));
  const ofOthers = all(
    when(actor.can(rights.editOthers)),
    published,
    any(not(isPrivate), when(actor.can(rights.editPrivate))),
  );
  return any(all(isOwn, when(actor.can(rights.edit)), published), all(not(isOwn), ofOthers));
}

/** Who may move an entry to the trash or delete it. */
export function mayDelete(actor: Actor, { rights }: ContentType): Condition {
  const published = any(not(isPublic), when(actor.can(rights.deletePublished)));
  const ofOthers = all(
    when(actor.can(rights.deleteOthers)),
    published,
    any(not(isPrivate), when(actor.can(rights.deletePrivate))),
  );
  return any(all(isOwn, when(actor.can(rights.delete)), published), all(not(isOwn), ofOthers));
}

/** Who may read at least what is published of a type that is not for everyone. */
export const mayReadSome = (actor: Actor, { rights }: ContentType): boolean =>
  actor.can(rights.edit) || (rights.read !== undefined && actor.can(rights.read));

/** The type under the site's settings, one of which can make its published entries readable for everyone. */
export const underSettings = (type: ContentType, settings: SettingValues): ContentType =>
  type.publicSetting !== undefined && settings[type.publicSetting] ? { ...type, viewable: true } : type;

/** Who may read an entry: everyone what is published, and beside that its author and those who may change it. */
export function mayRead(actor: Actor, type: ContentType): Condition {
  if (type.holders) return mayReadHeld(actor, type, type.holders);
  const published = among('status', ['publish']);
  const ownEntry = all(isOwn, when(actor.can(type.rights.edit)));
  const privateOnes = all(among('status', ['private']), when(actor.can(type.rights.readPrivate)));
  return any(
    type.viewable ? published : all(published, when(mayReadSome(actor, type))),
    ownEntry,
    privateOnes,
    mayEdit(actor, type),
  );
}

/**
 * Who may read what belongs to other entries (media-fonts-and-oembed.md, A5): its author, and who may read what it belongs
 * to; what belongs to nothing, everyone. What is in the trash counts to those who are signed in as what it was before.
 */
function mayReadHeld(actor: Actor, type: ContentType, holders: readonly ContentType[]): Condition {
  const shown = among(isSignedIn(actor) ? 'rights_status' : 'status', ['publish']);
  const above = any(...holders.map((holder) => all(among('type', [holder.name]), any(shown, mayRead(actor, holder)))));
  return any(
    isOwn,
    mayEdit(actor, type),
    all(among('status', ['private']), when(actor.can(type.rights.readPrivate))),
    all(among('status', ['inherit']), freeOrAbove(above)),
  );
}

/** The part of an entry that rules look at. */
export interface JudgedEntry {
  readonly id: number;
  readonly author: number;
  readonly status: string;
  readonly rights_status: string;
}

/** Whether a rule of this room holds for the actor and an entry. */
export const passes = (
  rule: (actor: Actor, type: ContentType) => Condition,
  actor: Actor,
  type: ContentType,
  entry: JudgedEntry,
): boolean => holds(rule(actor, type), entry, actor.id);

/** Sentences of refusal (posts-and-pages.md §4). */
export const denials = {
  read: { code: 'rest_forbidden', message: 'You may not read this.' },
  editContext: { code: 'rest_forbidden_context', message: 'You may not see this as editors do.' },
  exists: { code: 'rest_post_exists', message: 'A new entry cannot be given a number.', status: 400 },
  create: { code: 'rest_cannot_create', message: 'You may not make entries of this type.' },
  edit: { code: 'rest_cannot_edit', message: 'You may not change this.' },
  delete: { code: 'rest_cannot_delete', message: 'You may not delete this.' },
  otherAuthor: { code: 'rest_cannot_edit_others', message: 'You may not write in the name of somebody else.' },
  stick: { code: 'rest_cannot_assign_sticky', message: 'You may not make this sticky.' },
  assignTerm: { code: 'rest_cannot_assign_term', message: 'You may not use the terms given.' },
  publish: { code: 'rest_cannot_publish', message: 'You may not publish entries of this type.' },
} as const satisfies Record<string, Denial>;

/** Whether the actor may put entries of the type into states that others see. */
export const mayPublish = (actor: Actor, type: ContentType): boolean => actor.can(type.rights.publish);

/** Whether the actor may make posts sticky. */
export const mayStick = (actor: Actor, type: ContentType): boolean =>
  actor.can(type.rights.editOthers) || actor.can(type.rights.publish);

/** Whether the actor may name another author than itself. */
export const mayNameAuthor = (actor: Actor, type: ContentType): boolean => actor.can(type.rights.editOthers);

/** Whether a list may be asked for a state other than the published one (posts-and-pages.md §14, `status`). */
export const mayListState = (actor: Actor, type: ContentType, state: string): boolean =>
  state === 'publish' || actor.can(type.rights.edit) || (state === 'private' && actor.can(type.rights.readPrivate));

/** What a list shows in a context: in the edit context what the actor may change, else what it may read. */
export const listed = (actor: Actor, type: ContentType, context: unknown): Condition => {
  if (context === 'edit') return mayEdit(actor, type);
  return isSignedIn(actor) || !type.viewable || type.holders ? mayRead(actor, type) : among('status', ['publish']);
};

/** What the actor may do with entries of a type, as facts that links are made of (posts-and-pages.md §2, Links). */
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
