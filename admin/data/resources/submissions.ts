// Reads and changes the submissions of forms.
import { openStream, type Page, type QueryValue, readPage, send } from '../client.ts';

/** The states of submissions. */
export type SubmissionState = 'wanted' | 'spam';

/** A value that was submitted. */
type SubmittedValue = string | number | boolean | readonly string[];

/** A submission. */
export interface Submission {
  readonly id: number;
  readonly form: number;
  readonly state: SubmissionState;
  /** The time, in GMT. */
  readonly received: string;
  /** The values by the names of the fields. */
  readonly values: Readonly<Record<string, SubmittedValue>>;
  readonly _links?: {
    readonly self?: readonly { readonly targetHints?: { readonly etag?: string } }[];
  };
}

const listPath = (form: number): string => `/cmsforms/v1/forms/${form}/submissions`;

/** Reads a page of the submissions of a form, the newest first. Throws ApiError. */
export const listSubmissions = (
  form: number,
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Page<Submission>> => readPage(listPath(form), { _etags: true, ...query }, signal);

/** Returns the options of a request that changes the version of a submission that a list shows. */
function versionOf({ _links }: Submission): { readonly ifMatch?: string } {
  const ifMatch = _links?.self?.[0]?.targetHints?.etag;
  return ifMatch === undefined ? {} : { ifMatch };
}

/** Changes the state of a submission. Resolves with the submission. Throws ApiError; 412 if it was changed since it was read. */
export async function setSubmissionState(submission: Submission, state: SubmissionState): Promise<Submission> {
  const options = { method: 'POST', body: { state }, ...versionOf(submission) } as const;
  const { data, headers } = await send<Submission>(`${listPath(submission.form)}/${submission.id}`, options);
  const etag = headers.get('ETag');
  return { ...data, ...(etag !== null && { _links: { self: [{ targetHints: { etag } }] } }) };
}

/** Deletes a submission permanently. Throws ApiError; 412 if it was changed since it was read. */
export async function deleteSubmission(submission: Submission): Promise<void> {
  await send(`${listPath(submission.form)}/${submission.id}`, { method: 'DELETE', ...versionOf(submission) });
}

/** Reads the file with the submissions after one, the oldest first, as CSV. The service limits its size. Throws ApiError. */
export async function exportSubmissions(
  form: number,
  query: { readonly state: SubmissionState; readonly after: number },
  signal: AbortSignal,
): Promise<string> {
  const stream = await openStream(`${listPath(form)}/export/csv`, { query, signal, headers: { Accept: 'text/csv' } });
  return new Response(stream).text();
}

/** The numbers of submissions with an email address. */
export interface PersonInForms {
  readonly total: number;
  readonly forms: readonly { readonly id: number; readonly wanted: number; readonly spam: number }[];
}

const personPath = '/cmsforms/v1/submissions';

/** Reads how many submissions of which forms contain an email address. Throws ApiError. */
export const findPerson = async (address: string, signal?: AbortSignal): Promise<PersonInForms> =>
  (await send<PersonInForms>(personPath, { query: { address }, ...(signal && { signal }) })).data;

/** Deletes all submissions with an email address. Resolves with their number. Throws ApiError. */
export const deletePerson = async (address: string): Promise<number> =>
  (await send<{ readonly erased: number }>(personPath, { method: 'DELETE', query: { address } })).data.erased;
