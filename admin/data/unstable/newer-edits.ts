// Prevents that the response of a save hides what the user has typed meanwhile. The data layer keeps newer edits, with two exceptions: if
// the user changes a field back to its saved value while another value is being saved, it forgets that the field was edited; and if the
// user continues to type in the same block, it changes the blocks but not the content, which then seems to be saved.
import { store as coreStore } from '@wordpress/core-data';
import { dispatch, select, subscribe } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
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

/** Keeps newer edits of every entry, template or template part that the site editor opens, for the lifetime of the page. */
export function keepNewerEditsOfAll(): void {
  const kept = new Set<string>();
  subscribe(() => {
    const type: string | null = select(editorStore).getCurrentPostType();
    const id: number | string | null = select(editorStore).getCurrentPostId();
    const key = `${type} ${id}`;
    if (type === null || id === null || kept.has(key)) return;
    kept.add(key);
    keepNewerEdits(type, id);
  }, editorStore);
}

/** Keeps newer edits of an entry for the lifetime of the page. */
export function keepNewerEdits(type: string, id: number | string): void {
  keepFieldsChangedBack(type, id);
  keepTypedBlocks(type, id);
}

/** Serializes the blocks of an edited entry. */
type Serialize = (edited: ApiRecord) => string;

/** Marks the content as edited if its blocks are other ones than those that were serialized for saving. */
function keepTypedBlocks(type: string, id: number | string): void {
  const core = select(coreStore);
  /** The function that the editor stores as content while it is edited. */
  let serialize: Serialize | undefined;
  /** The blocks whose content is saved or being saved. */
  let savedBlocks: unknown;
  let isEdited = false;
  subscribe(() => {
    const edits: { content?: Serialize | string; blocks?: unknown } =
      core.getEntityRecordEdits('postType', type, id) ?? {};
    const wasEdited = isEdited;
    isEdited = typeof edits.content === 'function';
    if (typeof edits.content === 'function') {
      serialize = edits.content;
      return;
    }
    if (wasEdited || edits.blocks === undefined) savedBlocks = edits.blocks;
    if (!serialize || edits.blocks === savedBlocks) return;
    savedBlocks = edits.blocks;
    const edited: ApiRecord = { ...core.getEditedEntityRecord('postType', type, id) };
    if (serialize(edited) === edited.content) return;
    void dispatch(coreStore).editEntityRecord('postType', type, id, { content: serialize }, { undoIgnore: true });
  }, coreStore);
}

/** Keeps fields that were changed back to their saved values. */
function keepFieldsChangedBack(type: string, id: number | string): void {
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
