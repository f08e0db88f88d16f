// The block with the comment form of a page. It exists only on pages, for the entry of the page.
import type { Block } from '../../blocks/parse.ts';
import { attributes, escapeLiteral, textOf, wrapperAttributes } from '../../blocks/text.ts';
import { type CommentFormField, type CommentFormView, commentsPageUrl, type PageComments } from '../comment-form.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';

/**
 * The comment form. In content of the API it is empty, because a front end provides a form that submits comments to the API. If comments
 * are closed for anonymous callers, a sentence says so where there are comments.
 */
export const postCommentsForm: DynamicBlock = {
  name: 'core/post-comments-form',
  needs: (_, context) => (pageCommentsOf(context) ? [{ kind: 'comment counts', id: context.entry.id }] : []),
  render,
};

/** Returns the comments of the page if a block is rendered on a page, for the entry of the page. */
export const pageCommentsOf = ({ page, entry }: BlockContext): PageComments | undefined =>
  page?.entry?.id === entry.id ? page.entry.comments : undefined;

/** ID of the section with the form, which links lead to. */
const sectionId = 'respond';

/** Returns the URL of the comment form of a page, escaped for an attribute, as a reply to a comment if there is one. */
export function commentFormUrl(url: string, page: number, replyTo?: number): string {
  const pageUrl = commentsPageUrl(url, page, '&amp;');
  const query = replyTo === undefined ? '' : `${pageUrl.includes('?') ? '&amp;' : '?'}replytocom=${replyTo}`;
  return `${pageUrl}${query}#${sectionId}`;
}

function render(block: Block, context: BlockContext, found: LoadedData): string {
  const comments = pageCommentsOf(context);
  if (!comments) return '';
  const { entry } = context;
  if (!comments.form)
    return found.commentCounts(entry.id).total === 0
      ? ''
      : `<p${wrapperAttributes(block, ['comments-closed'])}>Comments are closed.</p>`;
  const wrapper = wrapperAttributes({ ...block, attributes: { ...block.attributes, anchor: sectionId } }, [
    'comment-respond',
  ]);
  const url = commentFormUrl(entry.url, comments.page);
  return `<div${wrapper}>${headingHtml(comments.form, url)}${noticeHtml(comments.form)}${formHtml(comments.form, {
    // Browsers focus no field with `autofocus` if the URL has a fragment.
    url: commentsPageUrl(entry.url, comments.page, '&amp;'),
    entry: entry.id,
    key: context.key,
  })}</div>`;
}

function headingHtml({ replyTo }: CommentFormView, url: string): string {
  const title = replyTo
    ? `Reply to ${textOf(replyTo.authorName) || 'Anonymous'} <a class="cancel-comment-reply-link" rel="nofollow" href="${url}">Cancel reply</a>`
    : 'Leave a comment';
  return `<h2 class="comment-reply-title">${title}</h2>`;
}

const noticeHtml = ({ isHeld }: CommentFormView): string =>
  isHeld
    ? '<p class="comment-awaiting-moderation" role="status">Thank you. Your comment awaits moderation and is not public yet.</p>'
    : '';

/** The place of a form: its URL, the ID of its entry, and a key that is unique on the page. */
interface FormPlace {
  readonly url: string;
  readonly entry: number;
  readonly key: string;
}

/** A field of the form, with the attributes of its element. */
interface FieldDeclaration {
  readonly name: CommentFormField;
  readonly label: string;
  readonly attributes: Readonly<Record<string, string>>;
}

// The maximum lengths are those of the API, which are in bytes; texts with other characters than ASCII may be rejected by the API.
const fields: readonly FieldDeclaration[] = [
  { name: 'comment', label: 'Comment', attributes: { rows: '8', maxlength: '65525', required: 'required' } },
  {
    name: 'name',
    label: 'Name',
    attributes: { type: 'text', maxlength: '245', autocomplete: 'name', required: 'required' },
  },
  {
    name: 'email',
    label: 'Email',
    attributes: { type: 'email', maxlength: '100', autocomplete: 'email', required: 'required' },
  },
  { name: 'website', label: 'Website', attributes: { type: 'url', maxlength: '200', autocomplete: 'url' } },
];

function formHtml(form: CommentFormView, { url, entry, key }: FormPlace): string {
  const errorId = `comment-error-${key}`;
  const firstInvalid = form.error && (fields.find(({ name }) => form.error?.fields.includes(name)) ?? fields[0]);
  const rows = fields.map((field) => {
    const isInvalid = form.error?.fields.includes(field.name) === true;
    return fieldHtml(field, form.values[field.name], {
      id: `comment-form-${field.name}-${key}`,
      'aria-describedby': isInvalid || field === firstInvalid ? errorId : '',
      'aria-invalid': isInvalid ? 'true' : '',
      autofocus: field === firstInvalid ? 'autofocus' : '',
    });
  });
  const error = form.error
    ? `<p class="notice" id="${errorId}" role="alert">${escapeLiteral(form.error.message)}</p>`
    : '';
  return (
    `<form class="comment-form" method="post" action="${url}">${error}` +
    '<p class="comment-notes">Your email address will not be published. Required fields are marked *.</p>' +
    rows.join('') +
    `<input type="hidden" name="entry" value="${entry}" /><input type="hidden" name="parent" value="${form.replyTo?.id ?? 0}" />` +
    '<p class="form-submit"><button type="submit" class="wp-element-button">Post comment</button></p></form>'
  );
}

function fieldHtml(
  { name, label, attributes: own }: FieldDeclaration,
  value: string,
  more: Record<string, string>,
): string {
  const all = { ...more, name, ...own };
  const labelHtml = `<label for="${more.id}">${label}${own.required ? ' *' : ''}</label>`;
  // The first line feed after the start tag is not part of the value.
  const control =
    name === 'comment'
      ? `<textarea${attributes(all)}>\n${escapeLiteral(value)}</textarea>`
      : `<input${attributes({ ...all, value: escapeLiteral(value) })} />`;
  return `<p class="comment-form-${name}">${labelHtml}${control}</p>`;
}
