// Reads and writes forms.
import { type ApiResponse, maxPageSize, type Page, type QueryValue, readPage, send } from '../client.ts';
import { listedStatuses } from '../records.ts';
import type { CollectionDescription, FieldSchema, FieldSchemas } from './schemas.ts';
import { writableFieldsOf } from './schemas.ts';

/** The name of the extension. */
export const formsName = 'cmsforms';

/** The path of the collection of forms. */
const path = '/wp/v2/forms';

/** A field of a form. It may have properties that are not listed here. */
export interface FormField {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly longest?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
  readonly several?: boolean;
  readonly condition?: FieldCondition;
}

/** The condition under which a field is displayed: another field has one of the values, or any value. */
export interface FieldCondition {
  readonly field: string;
  readonly values?: readonly string[];
}

/** The properties of a form that the builder changes. */
export interface FormValues {
  readonly title: string;
  readonly status: string;
  readonly fields: readonly FormField[];
  readonly confirmation: string;
  readonly notify: readonly string[];
}

/** A form. */
export interface FormRecord {
  readonly id: number;
  readonly title: { readonly raw: string; readonly rendered: string };
  readonly status: string;
  /** The time of the last change, in the time of the site. */
  readonly modified: string;
  readonly meta: Pick<FormValues, 'fields' | 'confirmation'> & { readonly notify?: readonly string[] };
  readonly _links?: {
    readonly self?: readonly {
      readonly targetHints?: { readonly allow?: readonly string[]; readonly etag?: string };
    }[];
  };
}

/** A form with the version that was read. */
export interface LoadedForm {
  readonly form: FormRecord;
  readonly etag: string | undefined;
}

const fields = ['id', 'title', 'status', 'modified', 'meta', '_links'];

/** Reads a page of the forms that the user may edit. Throws ApiError. */
export const listForms = (
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Page<FormRecord>> => readPage(path, { context: 'edit', _fields: fields, _etags: true, ...query }, signal);

/** Reads forms with these IDs, at most 100, in any status. Those that do not exist any more are missing. Throws ApiError. */
export async function listFormsById(ids: readonly number[], signal?: AbortSignal): Promise<readonly FormRecord[]> {
  if (ids.length === 0) return [];
  const query = { include: ids, per_page: maxPageSize, status: [...listedStatuses, 'trash'] };
  return (await listForms(query, signal)).items;
}

const withVersion = ({ data, headers }: ApiResponse<FormRecord>): LoadedForm => ({
  form: data,
  etag: headers.get('ETag') ?? undefined,
});

/** Returns a form of a list with the version that the list shows. */
export const loadedFormOf = (form: FormRecord): LoadedForm => ({
  form,
  etag: form._links?.self?.[0]?.targetHints?.etag,
});

/** Reads a form. Throws ApiError; 404 if there is none with this ID. */
export const readForm = async (id: number, signal?: AbortSignal): Promise<LoadedForm> =>
  withVersion(await send<FormRecord>(`${path}/${id}`, { query: { context: 'edit' }, ...(signal && { signal }) }));

/** Returns the body of a request. Only the submitted fields of `meta` are changed; the service keeps the others. */
const bodyOf = ({ title, status, ...meta }: Partial<FormValues>): object => ({
  ...(title !== undefined && { title }),
  ...(status !== undefined && { status }),
  ...(Object.keys(meta).length > 0 && { meta }),
});

/** Creates a form. Throws ApiError. */
export const createForm = async (values: FormValues): Promise<LoadedForm> =>
  withVersion(await send<FormRecord>(path, { method: 'POST', query: { context: 'edit' }, body: bodyOf(values) }));

/** Changes a form. Resolves with the new version. Throws ApiError; 412 if it has another version. */
export async function updateForm({ form, etag }: LoadedForm, changes: Partial<FormValues>): Promise<LoadedForm> {
  const options = { method: 'POST', body: bodyOf(changes), ...(etag !== undefined && { ifMatch: etag }) } as const;
  return withVersion(await send<FormRecord>(`${path}/${form.id}`, { ...options, query: { context: 'edit' } }));
}

/** Moves a form to the trash, or deletes one that is in it. Resolves with the new version. Throws ApiError; 412 if it has another version. */
export async function deleteForm({ form, etag }: LoadedForm): Promise<LoadedForm> {
  const force = form.status === 'trash';
  const options = {
    method: 'DELETE',
    ...(force && { query: { force } }),
    ...(etag !== undefined && { ifMatch: etag }),
  };
  const { headers } = await send(`${path}/${form.id}`, options as { method: 'DELETE' });
  return { form, etag: headers.get('ETag') ?? undefined };
}

/** Whether the user may change or delete a form of a list. */
export const mayChangeForm = ({ _links }: FormRecord, method: 'POST' | 'DELETE'): boolean =>
  _links?.self?.[0]?.targetHints?.allow?.includes(method) === true;

/** The schemas of the properties of forms. */
export interface FormSchemas {
  /** The schemas of the properties of a field. */
  readonly field: FieldSchemas;
  readonly maxFields: number | undefined;
  readonly confirmation: FieldSchema;
  readonly notify: FieldSchema;
}

/** Reads the schemas of the properties of forms. Throws ApiError. */
export async function readFormSchemas(signal?: AbortSignal): Promise<FormSchemas> {
  const { data } = await send<CollectionDescription>(path, { method: 'OPTIONS', ...(signal && { signal }) });
  const { fields: list = {}, confirmation = {}, notify = {} } = writableFieldsOf(data).meta?.properties ?? {};
  return { field: list.items?.properties ?? {}, maxFields: list.maxItems, confirmation, notify };
}
