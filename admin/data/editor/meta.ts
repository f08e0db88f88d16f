// Reads and changes the meta fields of the edited entry.
import type { APIFetchMiddleware } from '@wordpress/api-fetch';
import { store as coreStore, useEntityProp } from '@wordpress/core-data';
import { dispatch, select, useSelect } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { ContentType } from '../bootstrap.ts';
import { collectionPath } from '../records.ts';
import type { PreloadedResponses } from '../resources/editors.ts';
import {
  type CollectionDescription,
  type FieldSchemas,
  readWritableFields,
  writableFieldsOf,
} from '../resources/schemas.ts';

/** The values of meta fields. */
export type Meta = Readonly<Record<string, unknown>>;

/** Fields that blocks of the editor manage. */
const managedFields: ReadonlySet<string> = new Set(['footnotes']);

/** Returns the schemas of the meta fields of a type, from a preloaded response if there is one. Throws ApiError. */
export async function readMetaSchemas(type: ContentType, { OPTIONS = {} }: PreloadedResponses): Promise<FieldSchemas> {
  const preloaded: Readonly<Record<string, { readonly body?: CollectionDescription }>> = { ...OPTIONS };
  const body = preloaded[collectionPath(type)]?.body;
  const { meta } = body ? writableFieldsOf(body) : await readWritableFields(type);
  return Object.fromEntries(Object.entries(meta?.properties ?? {}).filter(([name]) => !managedFields.has(name)));
}

/** The meta fields of the edited entry. */
interface EditedMeta {
  /** The values that the form shows. */
  readonly values: Meta;
  /** Changes some fields; null sets a field to its default. The changes are saved with the entry. */
  readonly edit: (changes: Meta) => void;
  /** The names of the fields that were changed and are not saved. */
  readonly changed: ReadonlySet<string>;
  /** The message and the field of the error with which the service has rejected the last attempt to save; undefined if there is none. */
  readonly rejected: { readonly field: string; readonly message: string } | undefined;
}

/** Returns the meta fields of an entry. */
export function useMeta(type: string, id: number): EditedMeta {
  const [values] = useEntityProp('postType', type, 'meta', id);
  const { saved, error } = useSelect(
    (selectStore) => {
      const core = selectStore(coreStore);
      return {
        saved: metaIn(core.getEntityRecord('postType', type, id)),
        error: core.getLastEntitySaveError('postType', type, id),
      };
    },
    [type, id],
  );
  const shown: Meta = values ?? {};
  return {
    values: shown,
    edit: (changes) =>
      void dispatch(coreStore).editEntityRecord('postType', type, id, { meta: { ...shown, ...changes } }),
    changed: new Set(Object.keys(shown).filter((name) => !isEqual(shown[name], saved[name]))),
    rejected: rejectedFieldIn(error),
  };
}

/** Returns the meta fields of a record. */
function metaIn(record: unknown): Meta {
  const { meta }: { readonly meta?: unknown } = typeof record === 'object' && record !== null ? record : {};
  return typeof meta === 'object' && meta !== null ? { ...meta } : {};
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the meta field that an error of the API is about: its parameter is `meta.venue`. */
function rejectedFieldIn(error: unknown): EditedMeta['rejected'] {
  if (typeof error !== 'object' || error === null) return undefined;
  const { message, additional_data: details }: { readonly message?: unknown; readonly additional_data?: unknown } =
    error;
  const param: unknown = Array.isArray(details) ? details[0]?.param : undefined;
  const field = typeof param === 'string' ? /^meta\.([^.[]+)/.exec(param)?.[1] : undefined;
  return field === undefined ? undefined : { field, message: String(message) };
}

/** Prevents that the entry is saved while its meta fields are invalid. */
export function lockSaving(isLocked: boolean): void {
  const { lockPostSaving, unlockPostSaving } = dispatch(editorStore);
  if (isLocked) lockPostSaving('octavo-meta');
  else unlockPostSaving('octavo-meta');
}

/**
 * Returns the middleware that sends only the meta fields that were changed. The editor sends all of them, so that the service would reject
 * a change because of another field that never had a valid value.
 */
export const createMetaMiddleware =
  (type: string, id: number): APIFetchMiddleware =>
  (options, next) => {
    const { data, path = '' } = options;
    if (!data?.meta || !new RegExp(`/${id}(?:\\?|$)`).test(path)) return next(options);
    const saved = metaIn(select(coreStore).getEntityRecord('postType', type, id));
    const changed = Object.entries(data.meta).filter(([name, value]) => !isEqual(value, saved[name]));
    return next({ ...options, data: { ...data, meta: Object.fromEntries(changed) } });
  };
