// From what was sent to the entry that is stored (posts-and-pages.md §4–§10), nothing written yet.
import { media } from '../../../contract/cms-v2/media.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { refusalOf } from '../../http/permit.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { now, toGmt, toSiteTime } from '../../time/zone.ts';
import { userExists } from '../users/store.ts';
import { entryDate, stateByDate } from './dates.ts';
import type { EntryArgs } from './entry-args.ts';
import { changedMeta } from './meta.ts';
import type { EntryParts } from './parts.ts';
import type { WholeEntry } from './rows.ts';
import { denials, mayPublish } from './rules.ts';
import type { EntryColumns } from './store.ts';
import { findEntryOfAnyType } from './store.ts';
import { madeColumns, requireText, submittedTexts } from './texts.ts';

/** What an entry is made from. */
export interface Composition {
  readonly parts: EntryParts;
  readonly read: ReadHandle;
  readonly call: Call<EntryArgs>;
  readonly type: ContentType;
  /** The entry as it is stored; undefined for a new one. */
  readonly before: WholeEntry | undefined;
  /** Works on its texts; what composes an entry is run by its `complete`. */
  readonly textWork: TextWork;
}

/** All of an entry but its slug and path, which are claimed when it is written. */
export type ComposedEntry = Omit<EntryColumns, 'slug' | 'path' | 'slug_before_trash'>;

/**
 * The entry that results from a request, checked in the contract's order.
 *
 * Throws Refusal: `rest_cannot_publish`, `rest_invalid_author`, `rest_invalid_field`, `rest_post_invalid_id`,
 * `empty_content`, or the code of a meta field's rule.
 */
export async function composeEntry(composition: Composition): Promise<ComposedEntry> {
  const { call, type, before, parts } = composition;
  const { args, actor } = call;
  const wanted = wantedState(composition);
  const moment = now(parts.clock);
  const when = dated(composition, wanted, moment);
  await requireAuthor(composition);
  requireNoLockedSticky(call, before);
  const parent = await wantedParent(composition);
  const { stored, rendered } = composition.textWork.result('store', submittedTexts(args, before, actor, type, parts));
  const { footnotes, ...texts } = stored;
  requireText(texts, type);
  const meta = changedMeta(type, args.meta, before?.meta ?? '{}', actor, footnotes);
  const status = stateByDate(wanted, when.date_gmt, moment);
  return {
    ...kept(composition),
    featured_media: await featuredMedia(composition),
    ...texts,
    ...madeColumns(texts, rendered),
    ...when,
    ...modified(composition, when, moment),
    type: type.name,
    status,
    rights_status: status === 'trash' ? (before?.rights_status ?? 'draft') : status,
    author: args.author || before?.author || actor.id,
    parent,
    password: status === 'private' ? '' : (args.password ?? before?.password ?? ''),
    meta,
  };
}

/** The state asked for. Turning to a state that others see is for those who may publish (posts-and-pages.md §5). */
function wantedState({ call, type, before }: Composition): string {
  const wanted = call.args.status ?? (call.nulls.has('status') ? 'draft' : (before?.status ?? type.startState));
  const turns = wanted !== before?.status && ['publish', 'future', 'private'].includes(wanted);
  if (turns && !mayPublish(call.actor, type)) throw refusalOf(denials.publish, call.actor);
  return wanted;
}

function dated({ call, before, parts }: Composition, state: string, moment: string) {
  const forget = call.nulls.has('date') || call.nulls.has('date_gmt');
  return entryDate({ args: call.args, forget, before, state, now: moment, zone: parts.settings.values.timezone });
}

/** Who is named anew must be there still: also the caller, who may have been removed since the request was let through. */
async function requireAuthor({ call: { args, actor }, before, read }: Composition): Promise<void> {
  const author = args.author || before?.author || actor.id;
  if (author !== before?.author && !(await userExists(read, author))) {
    throw new Refusal('rest_invalid_author', 400, 'There is no user of this number to be the author.');
  }
}

/** What is sticky has no password, and what has one is not sticky (posts-and-pages.md §8). */
function requireNoLockedSticky({ args }: Call<EntryArgs>, before: WholeEntry | undefined): void {
  const locks = (args.password ?? '') !== '';
  const conflict =
    (locks && (args.sticky === true || before?.sticky === 1)) ||
    (args.sticky === true && (before?.password ?? '') !== '');
  if (conflict) throw new Refusal('rest_invalid_field', 400, 'An entry cannot be sticky and have a password.');
}

/** The parent asked for; one's own or what is below oneself becomes none (posts-and-pages.md §9, Pages). */
async function wantedParent({ call: { args }, before, type, read }: Composition): Promise<number> {
  const wanted = type.hierarchical ? args.parent : undefined;
  if (wanted === undefined || wanted === 0) return wanted ?? before?.parent ?? 0;
  let above = await findEntryOfAnyType(read, wanted);
  if (!above) throw new Refusal('rest_post_invalid_id', 400, 'There is no entry of this number to be the parent.');
  const passed = new Set<number>();
  while (above && !passed.has(above.id)) {
    if (above.id === before?.id) return 0;
    passed.add(above.id);
    above = above.parent === 0 ? undefined : await findEntryOfAnyType(read, above.parent);
  }
  return wanted;
}

/** What is no file leaves the picture there is; a file that is no picture takes it away (posts-and-pages.md §5). */
async function featuredMedia({ call: { args }, before, read }: Composition): Promise<number> {
  const [wanted, kept] = [args.featured_media, before?.featured_media ?? 0];
  if (wanted === undefined || wanted === 0) return wanted ?? kept;
  const file = wanted > 0 ? await findEntryOfAnyType(read, wanted) : undefined;
  if (file?.type !== media.name) return kept;
  return file.format.startsWith('image/') ? file.id : 0;
}

/** What is simply taken over: as sent, else as it was, else as a new entry starts. */
function kept({ call: { args }, type, before, parts }: Composition) {
  const { values } = parts.settings;
  const starts =
    type.discussion === 'closed'
      ? { comments: 'closed', pings: 'closed' }
      : { comments: values.default_comment_status, pings: values.default_ping_status };
  return {
    menu_order: args.menu_order ?? before?.menu_order ?? 0,
    comment_status: args.comment_status ?? before?.comment_status ?? starts.comments,
    ping_status: args.ping_status ?? before?.ping_status ?? starts.pings,
    sticky: args.sticky === undefined ? (before?.sticky ?? 0) : Number(args.sticky),
    template: args.template ?? before?.template ?? '',
    format: args.format ?? before?.format ?? 'standard',
    guid: before?.guid ?? '',
    theme: before?.theme ?? '',
    revision_count: before?.revision_count ?? 0,
    latest_revision: before?.latest_revision ?? 0,
  };
}

/** A new entry counts as changed at its own date, a stored one now (posts-and-pages.md §2, modified). */
function modified({ before, parts }: Composition, when: { date: string; date_gmt: string | null }, moment: string) {
  const zone = parts.settings.values.timezone;
  if (before) return { modified: toSiteTime(moment, zone), modified_gmt: moment };
  return { modified: when.date, modified_gmt: when.date_gmt ?? toGmt(when.date, zone) };
}
