// Prevents that the response of a save replaces what the user has typed meanwhile. The data layer keeps newer edits, with one exception: if
// the user changes a field back to its saved value while another value is being saved, it forgets that the field was edited.
import { store as coreStore } from '@wordpress/core-data';
import { dispatch, select, subscribe } from '@wordpress/data';
import { type ApiRecord, isSame } from '../records.ts';

/** A save in progress. */
interface Save {
  /** The record before the response was received. */
  readonly before: unknown;
  /** The edited values when the save began. */
  readonly sent: ApiRecord;
  /** The values of the same fields as the user sees them, until the response is received. */
  latest: ApiRecord;
}

/** Keeps newer edits of an entry for the lifetime of the page. */
export function keepNewerEdits(type: string, id: number): void {
  const core = select(coreStore);
  const valuesOf = (fields: readonly string[]): ApiRecord => {
    const edited: ApiRecord = { ...core.getEditedEntityRecord('postType', type, id) };
    return Object.fromEntries(fields.map((field) => [field, edited[field]]));
  };
  let save: Save | undefined;
  subscribe(() => {
    if (!core.isSavingEntityRecord('postType', type, id)) {
      save = undefined;
      return;
    }
    const record = core.getRawEntityRecord('postType', type, id);
    if (!save) {
      const fields = Object.keys(core.getEntityRecordNonTransientEdits('postType', type, id) ?? {});
      const values = valuesOf(fields);
      save = { before: record, sent: values, latest: values };
    } else if (record === save.before) save.latest = valuesOf(Object.keys(save.sent));
    else {
      const { sent, latest } = save;
      const current = valuesOf(Object.keys(sent));
      const changedBack = Object.keys(sent).filter(
        (field) => !isSame(latest[field], sent[field]) && !isSame(latest[field], current[field]),
      );
      save = { before: record, sent: {}, latest: {} };
      const edits = Object.fromEntries(changedBack.map((field) => [field, latest[field]]));
      if (changedBack.length > 0) void dispatch(coreStore).editEntityRecord('postType', type, id, edits);
    }
  }, coreStore);
}
