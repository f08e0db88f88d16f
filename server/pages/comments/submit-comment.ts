// Submits the comment of a form to the API, as an anonymous caller: the API checks it as any other comment.
import { toText } from '../../http/json-text.ts';
import type { Dispatch } from '../../http/pipeline.ts';
import { makeRequest } from '../../http/request.ts';
import type { PageRequest } from '../../page-layout/page.ts';
import {
  type CommentFormError,
  type CommentFormField,
  type CommentFormView,
  commentFormFields,
} from '../../rendering/dynamic/comment-form.ts';
import type { ApiRecord } from '../api-reads.ts';

/** A submitted form. */
export interface SubmittedComment {
  readonly values: CommentFormView['values'];
  /** ID of the entry, and of the comment to reply to; 0 for none. NaN if the form has no valid one. */
  readonly entry: number;
  readonly parent: number;
}

/** Whether a submitted form is a comment form. */
export const isCommentForm = (fields: URLSearchParams): boolean => fields.has('comment');

// Control characters other than tabs and line feeds, which have no use in a comment.
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * Reads a submitted comment form. Names, addresses and URLs are trimmed, the line ends of the comment are line feeds, and other control
 * characters are removed.
 */
export function readCommentForm(fields: URLSearchParams): SubmittedComment {
  const fieldOf = (name: string) => (fields.get(name) ?? '').replaceAll('\r\n', '\n').replace(controlCharacters, '');
  const idOf = (name: string) => (/^\d{1,15}$/.test(fieldOf(name)) ? Number(fieldOf(name)) : Number.NaN);
  return {
    values: {
      comment: fieldOf('comment'),
      name: fieldOf('name').trim(),
      email: fieldOf('email').trim(),
      website: fieldOf('website').trim(),
    },
    entry: idOf('entry'),
    parent: idOf('parent'),
  };
}

/** The result of submitting a comment. */
export type SubmissionResult =
  | { readonly kind: 'approved'; readonly id: number }
  /** The comment is not public: it awaits moderation, or was classified as spam. */
  | { readonly kind: 'held' }
  /** The comment was not accepted. `retryAfter` is in seconds. */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly error: CommentFormError;
      readonly retryAfter: string | undefined;
    };

/**
 * Creates a comment through the API. The request has no cookies and no credentials, so that the comment is anonymous even if the visitor is
 * signed in. Its address and user agent are those of the visitor.
 */
export async function submitComment(
  dispatch: Dispatch,
  { values, entry, parent }: SubmittedComment,
  { from, id, signal, headers }: PageRequest,
): Promise<SubmissionResult> {
  const { comment: content, name: author_name, email: author_email, website: author_url } = values;
  const userAgent = headers?.['user-agent'];
  const response = await dispatch(
    makeRequest('POST', '/cms/v2/comments', {
      headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
      json: { post: entry, parent, content, author_name, author_email, author_url },
      ...{ from, id, signal },
    }),
  );
  const record: ApiRecord = response.body === undefined ? {} : JSON.parse(toText(response.body));
  if (response.status === 201)
    return record.status === 'approved' ? { kind: 'approved', id: Number(record.id) } : { kind: 'held' };
  return {
    kind: 'rejected',
    // The page does not offer to sign in.
    status: response.status === 401 ? 403 : response.status,
    error: errorOf(record, values),
    retryAfter: response.headers['Retry-After'],
  };
}

const tooLong = (label: string, maxBytes: number, field: CommentFormField): CommentFormError => ({
  message: `The ${label} is too long: at most ${maxBytes} bytes are allowed.`,
  fields: [field],
});

const closed: CommentFormError = { message: 'Comments are closed.', fields: [] };

/** Errors of the API whose messages name parameters of the API, or that concern a field of the form, by code. */
const errors: Readonly<Record<string, CommentFormError>> = {
  rest_comment_content_invalid: { message: 'Enter a comment.', fields: ['comment'] },
  comment_content_column_length: tooLong('comment', 65_525, 'comment'),
  comment_author_column_length: tooLong('name', 245, 'name'),
  comment_author_email_column_length: tooLong('email address', 100, 'email'),
  comment_author_url_column_length: tooLong('URL of the website', 200, 'website'),
  rest_comment_login_required: closed,
  rest_comment_closed: closed,
};

/** The parameters of the API that may be malformed in a form, with the fields that contain them. */
const malformed: Readonly<Record<string, CommentFormError>> = {
  author_email: { message: 'Enter a valid email address.', fields: ['email'] },
  author_url: { message: 'Enter a valid URL of a website, such as https://example.org/.', fields: ['website'] },
};

function errorOf({ code, message, data }: ApiRecord, values: CommentFormView['values']): CommentFormError {
  if (code === 'rest_comment_author_data_required')
    return {
      message: 'Enter your name and your email address.',
      fields: commentFormFields.filter((field) => ['name', 'email'].includes(field) && values[field] === ''),
    };
  const malformedErrors =
    code === 'rest_invalid_param' ? Object.keys(data?.params ?? {}).flatMap((name) => malformed[name] ?? []) : [];
  if (malformedErrors.length > 0)
    return {
      message: malformedErrors.map((error) => error.message).join(' '),
      fields: malformedErrors.flatMap(({ fields }) => fields),
    };
  return errors[String(code)] ?? { message: String(message), fields: [] };
}
