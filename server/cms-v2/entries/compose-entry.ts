// Composes the row of an entry from a request (posts-and-pages.md §4–§10), without writing it.
import { media } from '../../../contract/cms-v2/media.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import { isService } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { now, toGmt, toSiteTime } from '../../time/zone.ts';
import { composeColumns } from '../plain-columns.ts';
import { userExists } from '../users/store.ts';
import { forbiddenErrors, mayPublish } from './conditions.ts';
import { entryDate, statusByDate } from './dates.ts';
import type { EntryDeps } from './deps.ts';
import type { EntryInput } from './entry-args.ts';
import { changedMeta } from './meta.ts';
import type { WholeEntry } from './rows.ts';
import type { ComposedEntry } from './store.ts';
import { findEntryOfAnyType } from './store.ts';
import { derivedColumns, requireText, submittedTexts } from './texts.ts';

/** Input for composing an entry. */
export interface Composition {
  readonly deps: EntryDeps;
  readonly read: ReadHandle;
  readonly call: Pick<Call<EntryInput>, 'args' | 'nulls' | 'actor'>;
  readonly type: ContentType;
  /** The stored entry; undefined for a new one. */
  readonly before: WholeEntry | undefined;
  /** Sanitizes and renders the texts. `composeEntry` must be called from the function that is passed to `textWork.complete`. */
  readonly textWork: TextWork;
}

/**
 * Returns the columns of the entry with the changes that a request makes. The checks are made in the order of the contract.
 *
 * Throws ApiError `rest_cannot_publish`, `invalid_date`, `rest_invalid_author`, `rest_invalid_field`, `rest_post_invalid_id`,
 * `empty_content`, or the code of the rule that a meta field violates.
 */
export async function composeEntry(composition: Composition): Promise<ComposedEntry> {
  const { call, type, before, deps } = composition;
  const { args, actor } = call;
  const requested = requestedStatus(composition);
  const timestamp = now(deps.site.clock);
  const dates = resolveDate(composition, requested, timestamp);
  await requireAuthor(composition);
  requireNoStickyPassword(call, before);
  const parent = await resolveParent(composition);
  const submitted = submittedTexts(args, before, actor, type, deps.site);
  const { stored, rendered } = composition.textWork.result('store', submitted);
  const { footnotes, ...texts } = stored;
  if (requested !== autoDraftStatus) requireText(texts, type);
  const meta = changedMeta(type, args.meta, before?.meta ?? '{}', actor, footnotes);
  const status = statusByDate(requested, dates.date_gmt, timestamp);
  return {
    ...retained(composition),
    featured_media: await resolveFeaturedMedia(composition),
    ...texts,
    ...derivedColumns(texts, rendered),
    ...dates,
    ...modified(composition, dates, timestamp),
    type: type.name,
    status,
    rights_status: status === 'trash' ? (before?.rights_status ?? 'draft') : status,
    author: args.author || before?.author || actor.id,
    parent,
    password: status === 'private' ? '' : (args.password ?? before?.password ?? ''),
    meta,
  };
}

/**
 * Returns the requested status. Without one, an auto-draft becomes a draft, because it has been saved. A status that makes an entry
 * visible to others requires the right to publish (§5).
 */
function requestedStatus({ call, type, before }: Composition): string {
  const isReset = call.nulls.has('status') || before?.status === autoDraftStatus;
  const requested = call.args.status ?? (isReset ? 'draft' : (before?.status ?? type.startState));
  const becomesVisible = requested !== before?.status && ['publish', 'future', 'private'].includes(requested);
  if (becomesVisible && !mayPublish(call.actor, type)) throw permissionApiError(forbiddenErrors.publish, call.actor);
  return requested;
}

function resolveDate({ call, before, deps }: Composition, state: string, timestamp: string) {
  const discardStored = call.nulls.has('date') || call.nulls.has('date_gmt');
  return entryDate({
    args: call.args,
    discardStored,
    before,
    state,
    now: timestamp,
    zone: deps.site.settings.values.timezone,
  });
}

/** Throws ApiError `rest_invalid_author` unless a newly assigned author exists. The caller may have been deleted during the request. */
async function requireAuthor({ call: { args, actor }, before, read }: Composition): Promise<void> {
  const author = args.author || before?.author || actor.id;
  // The service itself creates the content of a new site, which may have no users yet.
  if (author === 0 && isService(actor)) return;
  if (author !== before?.author && !(await userExists(read, author))) {
    throw new ApiError('rest_invalid_author', 400, 'Invalid author: no user with this ID.');
  }
}

/** Throws ApiError `rest_invalid_field` for an entry that is both sticky and password-protected (posts-and-pages.md §8). */
function requireNoStickyPassword({ args }: Composition['call'], before: WholeEntry | undefined): void {
  const setsPassword = (args.password ?? '') !== '';
  const conflict =
    (setsPassword && (args.sticky === true || before?.sticky === 1)) ||
    (args.sticky === true && (before?.password ?? '') !== '');
  if (conflict) throw new ApiError('rest_invalid_field', 400, 'A sticky entry cannot have a password.');
}

/**
 * Returns the parent: the requested one, or 0 if this is the entry itself or one of its descendants (posts-and-pages.md §9, Pages);
 * the current one if none is requested. Throws ApiError 400 `rest_post_invalid_id` if the requested parent does not exist.
 */
async function resolveParent({ call: { args }, before, type, read }: Composition): Promise<number> {
  const requested = type.hierarchical ? args.parent : undefined;
  if (requested === undefined || requested === 0) return requested ?? before?.parent ?? 0;
  let ancestor = await findEntryOfAnyType(read, requested);
  if (!ancestor) throw new ApiError('rest_post_invalid_id', 400, 'Invalid parent: no entry with this ID.');
  const visited = new Set<number>();
  while (ancestor && !visited.has(ancestor.id)) {
    if (ancestor.id === before?.id) return 0;
    visited.add(ancestor.id);
    ancestor = ancestor.parent === 0 ? undefined : await findEntryOfAnyType(read, ancestor.parent);
  }
  return requested;
}

/**
 * Returns the featured image. An ID without media keeps the current one; media that is not an image clears it (posts-and-pages.md
 * §5).
 */
async function resolveFeaturedMedia({ call: { args }, before, read }: Composition): Promise<number> {
  const [requested, current] = [args.featured_media, before?.featured_media ?? 0];
  if (requested === undefined || requested === 0) return requested ?? current;
  const file = requested > 0 ? await findEntryOfAnyType(read, requested) : undefined;
  if (file?.type !== media.name) return current;
  return file.format.startsWith('image/') ? file.id : 0;
}

/** Returns the columns that are copied from the request, else from the stored entry, else from the defaults of new entries. */
function retained({ call: { args }, type, before, deps }: Composition) {
  const { values } = deps.site.settings;
  const discussion =
    type.discussion === 'closed'
      ? {}
      : { comment_status: values.default_comment_status, ping_status: values.default_ping_status };
  return {
    ...composeColumns('entries', { args, before, initial: discussion }),
    guid: before?.guid ?? '',
    theme: before?.theme ?? '',
    revision_count: before?.revision_count ?? 0,
    latest_revision: before?.latest_revision ?? 0,
  };
}

/** Returns the modification date: the date of a new entry, or the current time for a stored entry (§2, modified). */
function modified({ before, deps }: Composition, dates: { date: string; date_gmt: string | null }, timestamp: string) {
  const zone = deps.site.settings.values.timezone;
  if (before) return { modified: toSiteTime(timestamp, zone), modified_gmt: timestamp };
  return { modified: dates.date, modified_gmt: dates.date_gmt ?? toGmt(dates.date, zone) };
}
