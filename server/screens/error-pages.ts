// Renders the pages for errors that all screens have in common.
import { ApiError } from '../api-error.ts';
import type { ErrorHandling, FailedRequest } from '../http/response.ts';
import { html, type Markup } from './html.ts';
import type { Locale, PlainMessage } from './locale.ts';
import { screenPaths } from './paths.ts';
import type { Reply } from './types.ts';

type PageReply = Reply & { readonly kind: 'page' };

const messagePage = (status: number, title: string, text: string | Markup): PageReply => ({
  kind: 'page',
  status,
  page: { title, body: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` },
});

/** Returns the page for an unknown URL. */
export const notFoundPage = ({ t }: Locale): Reply =>
  messagePage(404, t('Page not found'), t('There is no page at this URL.'));

/** Returns the page for a request method that a screen does not support. `allow` lists the methods that it supports. */
export const methodNotAllowedPage = ({ t }: Locale, allow: string): Reply => ({
  ...messagePage(405, t('Method not allowed'), t('This page does not support this request method.')),
  allow,
});

/** Returns the page for a form that has a missing or outdated token, or was submitted from another site. */
export function expiredFormPage(base: string, { t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('This form has expired')}</h1>
<p>${t('It was not submitted from a page of this site, or you have signed in or out since you opened it. This also happens when your browser blocks cookies.')}</p>
<p><a href="${base}${screenPaths.profile}">${t('Continue')}</a></p>
</section>`;
  return { kind: 'page', status: 403, page: { title: t('This form has expired'), body } };
}

/** Returns the page for an error. Unexpected errors are logged. */
export function errorPage(
  { translate, report }: ErrorHandling,
  error: unknown,
  request: FailedRequest,
  locale: Locale,
): Reply {
  const { t } = locale;
  const { id = crypto.randomUUID() } = request;
  const apiError = error instanceof ApiError ? error : translate(error);
  if (apiError) {
    const { status, options } = apiError;
    const page = messagePage(status, t('Temporarily unavailable'), explain(apiError, locale));
    return { ...page, retryAfter: options.retryAfter };
  }
  report(error, id, request);
  const text = t('An unexpected error occurred; it was logged with the ID {id}.', { id });
  return messagePage(500, t('Internal server error'), text);
}

/** The messages of errors without values, by error code. Two errors may have the same code and differ in details. */
const messages: ReadonlyMap<string, PlainMessage> = new Map([
  ['rest_not_logged_in', 'Your session or application password has been revoked; sign in again.'],
  ['rest_storage_busy', 'The service is busy; try again.'],
  ['rest_storage_unavailable', 'The database is unreachable; try again later.'],
  ['rest_storage_full', 'The storage is full; try again later.'],
  ['rest_storage_unusable', 'The storage is unusable until its operator has fixed it.'],
]);

/** Returns the message of an error in the language of the page. In English, this is the message of the API. */
function explain({ code, message, options }: ApiError, { language, t }: Locale): string | Markup {
  if (language === 'en') return message;
  const seconds = options.retryAfter ?? 0;
  if (code === 'rest_too_many_failed_attempts')
    return t('Too many failed login attempts from this address; try again in {seconds} seconds.', { seconds });
  if (code === 'rest_too_busy')
    return t('Too many passwords are being checked; try again in {seconds} seconds.', { seconds });
  return t(messages.get(code) ?? 'The request could not be processed; try again later.');
}
