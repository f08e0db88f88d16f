// Handles forms that are submitted to the page of an entry. Sessions and cookies are ignored, as for comments.
import { ApiError } from '../../api-error.ts';
import { isCrossSite } from '../../http/cross-site.ts';
import type { PageRequest, PageResponse } from '../../page-layout/page.ts';
import { uncachedHeaders } from '../comments/handle-comment.ts';
import { type PageDeps, redirect } from '../page-response.ts';
import { confirmedFormUrl, type FormResult } from './forms-in-content.ts';
import { submitForm } from './submit-form.ts';

/** A request with a form for the page of an entry with a link. */
interface FormRequest {
  readonly link: string;
  readonly request: PageRequest;
  readonly fields: URLSearchParams;
}

/**
 * Submits a form through the API as an anonymous caller. Redirects to the page with the confirmation of the form. If the submission is not
 * accepted, the response is the page, rendered with `renderPage`, with the errors, the submitted values and the status of the API.
 *
 * Throws ApiError 403 `rest_cannot_submit_form` for a form that a page of another site submits.
 */
export async function handleContentForm(
  { entries, dispatch }: Pick<PageDeps, 'entries' | 'dispatch'>,
  { link, request, fields }: FormRequest,
  renderPage: (result: FormResult) => Promise<PageResponse | undefined>,
): Promise<PageResponse | undefined> {
  if (isCrossSite(request.headers ?? {}, entries.site.urls.home))
    throw new ApiError('rest_cannot_submit_form', 403, 'This form can be submitted only on the pages of this site.');
  const result = await submitForm(dispatch, fields, request);
  if (result.kind === 'accepted') return redirect(303, confirmedFormUrl(link, result.form));
  const response = await renderPage(result);
  if (!response) return undefined;
  const { headers, body } = response;
  const retryAfter = result.retryAfter === undefined ? {} : { 'Retry-After': result.retryAfter };
  return { status: result.status, headers: { ...headers, ...uncachedHeaders, ...retryAfter }, body };
}
