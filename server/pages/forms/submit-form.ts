// Submits the forms in the content of pages to the API, as an anonymous caller: the API checks them like any other submission.
import { toText } from '../../http/json-text.ts';
import type { Dispatch } from '../../http/pipeline.ts';
import { makeRequest } from '../../http/request.ts';
import type { PageRequest } from '../../page-layout/page.ts';
import { formIdField } from '../../rendering/dynamic/form-html.ts';
import type { RejectedForm } from '../../rendering/dynamic/form-view.ts';
import type { ApiRecord } from '../api-reads.ts';

/** Whether the fields of a request are those of a form in content. */
export const isContentForm = (fields: URLSearchParams): boolean => fields.has(formIdField);

/** The result of a submission. `retryAfter` is in seconds. */
export type SubmissionResult =
  | { readonly kind: 'accepted'; readonly form: number }
  | {
      readonly kind: 'rejected';
      readonly form: number;
      readonly status: number;
      readonly rejected: RejectedForm;
      readonly retryAfter: string | undefined;
    };

/**
 * Submits a form to the API. The request has no cookies and no credentials. Its address and user agent are those of the visitor. Values of
 * unknown fields, as of a form that was changed meanwhile, are rejected by the API.
 */
export async function submitForm(
  dispatch: Dispatch,
  fields: URLSearchParams,
  { from, id, signal, headers }: PageRequest,
): Promise<SubmissionResult> {
  const form = formIdOf(fields);
  const values = submittedValues(fields);
  const userAgent = headers?.['user-agent'];
  const response = await dispatch(
    makeRequest('POST', `/cmsforms/v1/forms/${form}/submissions`, {
      headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
      json: {
        values: Object.fromEntries([...values].map(([name, { texts, isList }]) => [name, isList ? texts : texts[0]])),
        trap: fields.get('trap') ?? '',
        password: fields.get('password') ?? '',
      },
      ...{ from, id, signal },
    }),
  );
  if (response.status === 201) return { kind: 'accepted', form };
  const record: ApiRecord = response.body === undefined ? {} : JSON.parse(toText(response.body));
  const texts = new Map([...values].map(([name, value]) => [name, value.texts] as const));
  return {
    ...{ kind: 'rejected', form, status: response.status, retryAfter: response.headers['Retry-After'] },
    rejected: { values: texts, ...reasonOf(record) },
  };
}

/** Returns the ID of the submitted form; 0, which no form has, if it is invalid. */
function formIdOf(fields: URLSearchParams): number {
  const text = fields.get(formIdField) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

interface SubmittedValue {
  readonly texts: readonly string[];
  /** Whether the field accepts several values. */
  readonly isList: boolean;
}

/** Returns the submitted values by field, with line feeds as line ends. */
function submittedValues(fields: URLSearchParams): ReadonlyMap<string, SubmittedValue> {
  const values = new Map<string, SubmittedValue>();
  for (const [key, text] of fields) {
    const [, name, list] = /^values\[([a-z][a-z0-9_]{0,39})\](\[\])?$/.exec(key) ?? [];
    if (name === undefined) continue;
    const previous = list === undefined ? [] : (values.get(name)?.texts ?? []);
    values.set(name, { texts: [...previous, text.replaceAll('\r\n', '\n')], isList: list !== undefined });
  }
  return values;
}

/** Returns the reason of the API, and the errors of fields. */
function reasonOf({ code, message, data }: ApiRecord): Pick<RejectedForm, 'message' | 'errors'> {
  const params: Readonly<Record<string, unknown>> = data?.params ?? {};
  const errors = new Map<string, string>();
  for (const [key, error] of Object.entries(params)) {
    const [, name] = /^values\[(\w+)\]$/.exec(key) ?? [];
    if (name !== undefined) errors.set(name, String(error));
  }
  if (code !== 'rest_invalid_param') return { message: String(message), errors };
  const general = typeof params.values === 'string' ? params.values : undefined;
  return { message: general ?? 'The form was not sent. Correct the marked fields, and send it again.', errors };
}
