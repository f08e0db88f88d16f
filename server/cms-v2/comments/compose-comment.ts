// Composes the columns of a comment from the submitted parameters (users-and-comments.md §5.3, §5.4), without writing them.
import { createHash } from 'node:crypto';
import { type CommentArgs, commentFields, noteStatuses } from '../../../contract/cms-v2/comments.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { COMMENT_RENDERER_VERSION, renderComment } from '../../rendering/comment.ts';
import { fold } from '../../rendering/fold.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { rawText, type TextInput } from '../entries/entry-args.ts';
import { composeColumns, type PlainRow } from '../plain-columns.ts';
import { type CommentAuthor, cleanUserAgent, resolveNewAuthor } from './author.ts';
import { canModerateComments } from './conditions.ts';
import type { CommentDeps } from './operations.ts';
import type { CommentColumns, CommentRow } from './rows.ts';

/** Comment types that can be created through the API; other types are created only by imports. */
const creatableTypes = ['comment', 'note'] as const;

/**
 * Composes a new comment with the status `hold`, which `createComment` replaces. Throws ApiError 400 with the error code of the
 * invalid field, and 403 `rest_comment_invalid_author` if the caller may not set the submitted author.
 */
export async function composeComment(
  { site: { settings, clock } }: CommentDeps,
  read: ReadHandle,
  call: Call<CommentArgs>,
  textWork: TextWork,
): Promise<CommentColumns> {
  const { args, actor } = call;
  const type = parseNewType(call);
  const commentAuthor = await resolveNewAuthor(read, call);
  const content = parseContent(args, actor, textWork) ?? '';
  if (content === '' && !(type === 'note' && hasNoteStatus(args))) throw missingContentError();
  if (commentAuthor.author_name === '' || commentAuthor.author_email === '')
    throw new ApiError(
      'rest_comment_author_data_required',
      400,
      'A comment requires the name and email address of its author.',
    );
  const note_status = parseNoteStatus(args) ?? '';
  const received = now(clock);
  const zone = settings.values.timezone;
  return withDerivedColumns(
    {
      ...composeColumns('comments', { args, initial: { author_ip: call.from } }),
      type,
      status: 'hold',
      status_before: '',
      status_with_post: '',
      ...commentAuthor,
      author_user_agent: cleanUserAgent(args.author_user_agent ?? call.userAgent),
      content,
      ...(parseDates(args, zone) ?? { date: toSiteTime(received, zone), date_gmt: received }),
      received,
      note_status,
    },
    textWork,
  );
}

/**
 * Composes an updated comment with `author`. Its status is unchanged. Throws ApiError 400 with the error code of the invalid field.
 */
export function composeUpdatedComment(
  { site: { settings } }: CommentDeps,
  { args, actor }: Call<CommentArgs>,
  before: CommentRow,
  author: CommentAuthor,
  textWork: TextWork,
): CommentColumns {
  const content = parseContent(args, actor, textWork);
  const canBeEmpty = before.type === 'note' && (before.content === '' || hasNoteStatus(args));
  if (content === '' && !canBeEmpty) throw missingContentError();
  const submittedNoteStatus = parseNoteStatus(args);
  return withDerivedColumns(
    {
      ...sourceColumns(before),
      ...author,
      ...(parseDates(args, settings.values.timezone) ?? {}),
      ...(content !== undefined && { content }),
      ...composeColumns('comments', { args, before }),
      // The user agent remains unchanged unless a moderator changes it (contract/README.md, decision 14).
      ...(args.author_user_agent !== undefined &&
        canModerateComments(actor) && { author_user_agent: cleanUserAgent(args.author_user_agent) }),
      ...(submittedNoteStatus !== undefined && { note_status: submittedNoteStatus }),
    },
    textWork,
  );
}

type Plain = PlainRow<'comments'>;

/** A comment without its derived columns. Plain columns that are absent get the declared value of new rows. */
type ComposedComment = Omit<CommentColumns, DerivedColumn | keyof Plain> & Partial<Plain>;

type DerivedColumn = 'author_email_key' | 'content_rendered' | 'renderer' | 'repeats';

/**
 * Adds the derived columns to a comment. Without `textWork`, the content is rendered synchronously in this process. Throws ApiError
 * 400 if a field is too long.
 */
export function withDerivedColumns(composed: ComposedComment, textWork?: TextWork): CommentColumns {
  const comment = { ...composeColumns('comments'), ...composed };
  requireFieldLengths(comment);
  return {
    ...comment,
    author_email_key: fold(comment.author_email),
    content_rendered: textWork?.result('renderComment', { content: comment.content }) ?? renderComment(comment.content),
    renderer: COMMENT_RENDERER_VERSION,
    repeats: duplicateKey(comment),
  };
}

/** Returns the columns of a comment without its ID, its plain and derived columns, and the columns of its entry. */
function sourceColumns(row: CommentRow): ComposedComment {
  const { author, type, status, status_before, status_with_post } = row;
  const { author_name, author_email, author_url, author_user_agent } = row;
  const { content, date, date_gmt, received, note_status } = row;
  return {
    ...{ author, type, status, status_before, status_with_post },
    ...{ author_name, author_email, author_url, author_user_agent },
    ...{ content, date, date_gmt, received, note_status },
  };
}

type CommentIdentity = Pick<CommentColumns, 'parent' | 'author_name' | 'author_email' | 'content'>;

/** Returns a hash that is equal for comments with the same parent and the same folded author name, email address and content. */
const duplicateKey = ({ parent, author_name, author_email, content }: CommentIdentity): string =>
  createHash('sha256')
    .update(JSON.stringify([parent, ...[author_name, author_email, content].map(fold)]))
    .digest('base64url');

/** Returns the type of a new comment. Throws ApiError 400 `rest_invalid_comment_type` if the API cannot create comments of this type. */
function parseNewType(call: Call<CommentArgs>): (typeof creatableTypes)[number] {
  const submitted = call.submitted('type') ?? '';
  const type = submitted === '' ? 'comment' : creatableTypes.find((each) => each === submitted);
  if (!type) throw new ApiError('rest_invalid_comment_type', 400, `type must be ${creatableTypes.join(' or ')}.`);
  return type;
}

/** Returns the submitted content in its stored form; undefined if none was submitted. Throws ApiError 400 if it is too long. */
function parseContent({ content }: CommentArgs, actor: Actor, textWork: TextWork): string | undefined {
  const submitted = rawText(content as TextInput | undefined);
  if (submitted === undefined) return undefined;
  // Sanitizing may shorten the content, so submitted content may have four times as many characters as stored content may have bytes.
  if (submitted.length > 4 * maxFieldBytes.content[0]) throw fieldTooLongError('content');
  return textWork.result('storeComment', { content: submitted, mayPostAnyHtml: actor.can('unfiltered_html') });
}

const missingContentError = () => new ApiError('rest_comment_content_invalid', 400, 'A comment requires content.');

const submittedNoteStatusOf = ({ meta }: CommentArgs): unknown =>
  Array.isArray(meta) ? undefined : (meta as Record<string, unknown> | undefined)?._cms_note_status;

const hasNoteStatus = (args: CommentArgs): boolean => noteStatuses.some((each) => each === submittedNoteStatusOf(args));

/**
 * Returns the submitted note status: an empty string for null, undefined if none was submitted. Throws ApiError 400 with the code of
 * the failed check, such as `rest_not_in_enum`.
 */
function parseNoteStatus(args: CommentArgs): string | undefined {
  const submitted = submittedNoteStatusOf(args);
  if (submitted === null) return '';
  if (submitted === undefined) return undefined;
  const result = check(commentFields.meta.properties._cms_note_status, submitted, 'meta._cms_note_status');
  if ('value' in result) return String(result.value);
  throw new ApiError(result.error.code, 400, result.error.message);
}

/** Returns the submitted date in site time and in GMT; undefined if there is none. `date` takes precedence over `date_gmt`. */
function parseDates({ date, date_gmt }: CommentArgs, zone: string): { date: string; date_gmt: string } | undefined {
  const text = date ?? date_gmt;
  if (text === undefined) return undefined;
  const { site, gmt } = parseTimestamp(text, zone, date === undefined ? 'gmt' : 'site');
  return { date: site, date_gmt: gmt };
}

/** Maximum field lengths, in bytes, with the error code for each (users-and-comments.md §5.3, 17). */
const maxFieldBytes = {
  author_name: [245, 'comment_author_column_length'],
  author_email: [100, 'comment_author_email_column_length'],
  author_url: [200, 'comment_author_url_column_length'],
  content: [65525, 'comment_content_column_length'],
} as const;

function requireFieldLengths(comment: CommentAuthor & Pick<ComposedComment, 'content'>): void {
  for (const name of Object.keys(maxFieldBytes) as (keyof typeof maxFieldBytes)[])
    if (Buffer.byteLength(comment[name]) > maxFieldBytes[name][0]) throw fieldTooLongError(name);
}

function fieldTooLongError(name: keyof typeof maxFieldBytes): ApiError {
  const [maxBytes, code] = maxFieldBytes[name];
  return new ApiError(code, 400, `The ${name} of a comment must have at most ${maxBytes} bytes.`);
}
