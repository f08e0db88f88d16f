// From what was sent to the comment that is stored (users-and-comments.md §5.3, §5.4), nothing written yet.
import { type CommentArgs, commentFields, noteStates } from '../../../contract/cms-v2/comments.ts';
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { check } from '../../http/parameters/check.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { COMMENT_RENDERER_VERSION, renderComment } from '../../rendering/comment.ts';
import { fold } from '../../rendering/fold.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { readMoment } from '../../time/moment.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { type SentText, sentText } from '../entries/entry-args.ts';
import { type Author, newAuthor, storedAgent } from './author.ts';
import { repetitionKey } from './flood.ts';
import type { CommentParts } from './parts.ts';
import type { CommentColumns, CommentRow } from './rows.ts';
import { isModerator } from './rules.ts';

/** What a comment may be made as; what comes from elsewhere is imported. */
export const newTypes = ['comment', 'note'] as const;

/** A new comment; its state is the caller's to decide. Throws Refusal 400 with the code of what is wrong. */
export async function composeComment(
  { settings, clock }: CommentParts,
  read: ReadHandle,
  call: Call<CommentArgs>,
  textWork: TextWork,
): Promise<CommentColumns> {
  const { args, actor } = call;
  const type = newType(call);
  const author = await newAuthor(read, call);
  const content = sentContent(args, actor, textWork) ?? '';
  if (content === '' && !(type === 'note' && saysOfNote(args))) throw withoutContent();
  if (author.author_name === '' || author.author_email === '')
    throw new Refusal(
      'rest_comment_author_data_required',
      400,
      'A comment needs the name and e-mail address of its author.',
    );
  const note_status = noteStatus(args) ?? '';
  const received = now(clock);
  const zone = settings.values.timezone;
  return complete(
    {
      post: args.post ?? 0,
      parent: args.parent ?? 0,
      type,
      status: 'hold',
      status_before: '',
      status_with_post: '',
      ...author,
      author_ip: args.author_ip ?? call.from,
      author_user_agent: storedAgent(args.author_user_agent ?? call.agent),
      content,
      ...(dateOf(args, zone) ?? { date: toSiteTime(received, zone), date_gmt: received }),
      received,
      note_status,
    },
    textWork,
  );
}

/**
 * The comment that a change makes of one, by this author; its state is the caller's to decide. Throws Refusal as for a new
 * one.
 */
export function composeChange(
  { settings }: CommentParts,
  { args, actor }: Call<CommentArgs>,
  before: CommentRow,
  author: Author,
  textWork: TextWork,
): CommentColumns {
  const content = sentContent(args, actor, textWork);
  const maySayNothing = before.type === 'note' && (before.content === '' || saysOfNote(args));
  if (content === '' && !maySayNothing) throw withoutContent();
  const noted = noteStatus(args);
  return complete(
    {
      ...columnsOf(before),
      ...author,
      ...(dateOf(args, settings.values.timezone) ?? {}),
      ...(content !== undefined && { content }),
      ...(args.post !== undefined && { post: args.post }),
      ...(args.parent !== undefined && { parent: args.parent }),
      // What is known of the sender stays, unless a moderator says something else (contract/README.md, decision 14).
      ...(args.author_ip !== undefined && { author_ip: args.author_ip }),
      ...(args.author_user_agent !== undefined &&
        isModerator(actor) && { author_user_agent: storedAgent(args.author_user_agent) }),
      ...(noted !== undefined && { note_status: noted }),
    },
    textWork,
  );
}

type Composed = Omit<CommentColumns, 'author_email_key' | 'content_rendered' | 'renderer' | 'repeats'>;

/** A comment with all that is made from its fields; without `textWork` it is rendered here and now. */
export function complete(comment: Composed, textWork?: TextWork): CommentColumns {
  requireShort(comment);
  return {
    ...comment,
    author_email_key: fold(comment.author_email),
    content_rendered: textWork?.result('renderComment', { content: comment.content }) ?? renderComment(comment.content),
    renderer: COMMENT_RENDERER_VERSION,
    repeats: repetitionKey(comment),
  };
}

/** The columns that a comment was written from. */
function columnsOf(row: CommentRow): Composed {
  const { post, parent, author, type, status, status_before, status_with_post } = row;
  const { author_name, author_email, author_url, author_ip, author_user_agent } = row;
  const { content, date, date_gmt, received, note_status } = row;
  return {
    ...{ post, parent, author, type, status, status_before, status_with_post },
    ...{ author_name, author_email, author_url, author_ip, author_user_agent },
    ...{ content, date, date_gmt, received, note_status },
  };
}

/** Throws Refusal 400 `rest_invalid_comment_type`. */
function newType(call: Call<CommentArgs>): (typeof newTypes)[number] {
  const sent = call.sent('type') ?? '';
  const type = sent === '' ? 'comment' : newTypes.find((each) => each === sent);
  if (!type) throw new Refusal('rest_invalid_comment_type', 400, `A comment can be made as ${newTypes.join(' or ')}.`);
  return type;
}

/** The content sent, as it is stored; undefined: none. */
function sentContent({ content }: CommentArgs, actor: Actor, textWork: TextWork): string | undefined {
  const sent = sentText(content as SentText | undefined);
  if (sent === undefined) return undefined;
  // Filtering may shorten it, but not by so much unless it is hardly a comment.
  if (sent.length > 4 * limits.content[0]) throw tooLong('content');
  return textWork.result('storeComment', { content: sent, mayPostAnyHtml: actor.can('unfiltered_html') });
}

const withoutContent = () => new Refusal('rest_comment_content_invalid', 400, 'A comment needs content.');

const sentNoteStatus = ({ meta }: CommentArgs): unknown =>
  Array.isArray(meta) ? undefined : (meta as Record<string, unknown> | undefined)?._cms_note_status;

const saysOfNote = (args: CommentArgs): boolean => noteStates.some((each) => each === sentNoteStatus(args));

/** What is said of a note; null forgets it; undefined: nothing was sent. Throws Refusal 400 `rest_not_in_enum`. */
function noteStatus(args: CommentArgs): string | undefined {
  const sent = sentNoteStatus(args);
  if (sent === null) return '';
  if (sent === undefined) return undefined;
  const verdict = check(commentFields.meta.properties._cms_note_status, sent, 'meta._cms_note_status');
  if ('value' in verdict) return String(verdict.value);
  throw new Refusal(verdict.fault.code, 400, verdict.fault.message);
}

/** The date sent in both of its forms; the one in the site's time goes before the other. */
function dateOf({ date, date_gmt }: CommentArgs, zone: string): { date: string; date_gmt: string } | undefined {
  const text = date ?? date_gmt;
  if (text === undefined) return undefined;
  const { site, gmt } = readMoment(text, zone, date === undefined ? 'gmt' : 'site');
  return { date: site, date_gmt: gmt };
}

/** How long what may be, in bytes, and the code of what is longer (users-and-comments.md §5.3, 17). */
const limits = {
  author_name: [245, 'comment_author_column_length'],
  author_email: [100, 'comment_author_email_column_length'],
  author_url: [200, 'comment_author_url_column_length'],
  content: [65525, 'comment_content_column_length'],
} as const;

function requireShort(comment: Author & Pick<Composed, 'content'>): void {
  for (const name of Object.keys(limits) as (keyof typeof limits)[])
    if (Buffer.byteLength(comment[name]) > limits[name][0]) throw tooLong(name);
}

function tooLong(name: keyof typeof limits): Refusal {
  const [most, code] = limits[name];
  return new Refusal(code, 400, `The ${name} of a comment has at most ${most} bytes.`);
}
