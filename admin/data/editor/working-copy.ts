// Returns what the user sees in the editor, saved or not.
import { store as coreStore } from '@wordpress/core-data';
import { select } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { EntryRecord } from '../resources/copied-fields.ts';

/** Returns the edited entry with the changes that are not saved yet. */
export function workingCopy(type: string, id: number): EntryRecord {
  const core = select(coreStore);
  const record: EntryRecord = { ...core.getEntityRecord('postType', type, id) };
  const edits: EntryRecord = { ...core.getEntityRecordEdits('postType', type, id) };
  const content = select(editorStore).getEditedPostContent();
  return { ...record, ...edits, ...('content' in record && { content }) };
}

/** The texts of an autosave. */
const texts = ['title', 'content', 'excerpt'] as const;

/** Returns the ID of the user's autosave if it has the texts that the user sees; 0 if the entry itself has them, or no version has. */
export function autosaveOfWorkingCopy(type: string, id: number, user: number): number {
  const autosave: EntryRecord = { ...select(coreStore).getAutosave(type, id, user) };
  const record: EntryRecord = { ...select(coreStore).getEntityRecord('postType', type, id) };
  const shown = workingCopy(type, id);
  const isSame = (other: EntryRecord) => texts.every((name) => rawOf(other[name]) === rawOf(shown[name]));
  return typeof autosave.id === 'number' && autosave.id !== id && isSame(autosave) && !isSame(record) ? autosave.id : 0;
}

const rawOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
