// Reads and restores the unsaved changes of the editor's data layer.
import { store as coreStore } from '@wordpress/core-data';
import { dispatch, resolveSelect, select, subscribe } from '@wordpress/data';

/** Unsaved changes of a record of the API, as the editor's data layer identifies it. */
export interface CopiedRecord {
  readonly kind: string;
  readonly name: string;
  readonly id: number | string;
  /** The changed fields with their values. */
  readonly edits: Readonly<Record<string, unknown>>;
  /** The time of the version that the changes are based on, as in the API (`modified_gmt`); empty for records without it. */
  readonly modified: string;
}

/** A record with unsaved changes. The object with the changes is another one after each change. */
export interface UnsavedRecord {
  readonly kind: string;
  readonly name: string;
  readonly id: number | string;
  readonly edits: Readonly<Record<string, unknown>>;
}

/** A content type with the ID of one of its entries. */
interface EntryKey {
  readonly type: string;
  readonly id: number;
}

/** Calls a listener when anything in the data layer changes. Returns a function that removes it. */
export const onDataChange = (listener: () => void): (() => void) => subscribe(listener, coreStore);

/** Lists the records with unsaved changes. */
export const listUnsavedRecords = (): readonly UnsavedRecord[] =>
  select(coreStore)
    .__experimentalGetDirtyEntityRecords()
    .map(({ kind, name, key }: { kind: string; name: string; key: number | string }) => ({
      ...{ kind, name, id: key },
      edits: select(coreStore).getEntityRecordEdits(kind, name, key) ?? {},
    }));

/** Returns the unsaved changes of a record as the editor would save them now. */
export function copyRecord({ kind, name, id }: UnsavedRecord): CopiedRecord {
  const core = select(coreStore);
  const edited = core.getEditedEntityRecord(kind, name, id);
  const changes = Object.entries(core.getEntityRecordNonTransientEdits(kind, name, id) ?? {}).map(
    // The content is serialized when it is needed.
    ([field, value]) => [field, typeof value === 'function' ? value(edited) : value] as const,
  );
  const record: Readonly<Record<string, unknown>> = { ...core.getRawEntityRecord(kind, name, id) };
  return {
    ...{ kind, name, id },
    edits: JSON.parse(JSON.stringify(Object.fromEntries(changes))),
    modified: String(record.modified_gmt ?? ''),
  };
}

/** Returns the record of an entry with its unsaved changes, as far as it is loaded. Texts have their raw values. */
export const editedEntry = ({ type, id }: EntryKey): Readonly<Record<string, unknown>> =>
  select(coreStore).getEditedEntityRecord('postType', type, id) || {};

/** Whether an entry is loaded. */
export const isEntryLoaded = ({ type, id }: EntryKey): boolean =>
  Boolean(select(coreStore).getRawEntityRecord('postType', type, id));

/** Returns a record without unsaved changes, after loading it. Texts have their raw values. It is empty if the record does not exist. */
export async function loadRecord({ kind, name, id }: Omit<CopiedRecord, 'edits' | 'modified'>) {
  await resolveSelect(coreStore).getEntityRecord(kind, name, id);
  const record: Readonly<Record<string, unknown>> = { ...select(coreStore).getRawEntityRecord(kind, name, id) };
  return record;
}

/** Adds changes to a record, as one step that the user can undo. Resolves when they are displayed. */
export async function restoreRecord({ kind, name, id, edits }: CopiedRecord): Promise<void> {
  await resolveSelect(coreStore).getEntityRecord(kind, name, id);
  // Blocks and selection belong to the previous content; without them, the editor reads the restored one.
  const changes = 'content' in edits ? { ...edits, blocks: undefined, selection: undefined } : edits;
  await dispatch(coreStore).editEntityRecord(kind, name, id, changes);
}
