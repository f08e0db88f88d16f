// Recognizes that another version of an entry is the result of a change by this document: of an autosave, or of a change whose response
// was lost with the connection.
import { type ApiRecord, isSame } from '../records.ts';

/** Fields of an entry that follow from its other fields, or from the time of a change. */
const derivedFields: ReadonlySet<string> = new Set([
  ...['modified', 'modified_gmt', 'generated_slug', 'permalink_template', 'link', 'guid', 'class_list', '_links'],
]);

/** Fields that the service sets when a new entry is saved for the first time, or when an entry gets another status. */
const fieldsSetByStatus: ReadonlySet<string> = new Set(['slug', 'date', 'date_gmt', 'categories', 'sticky']);

/** Fields of an entry that an autosave changes. */
const autosavedFields: ReadonlySet<string> = new Set(['title', 'content', 'excerpt', 'meta']);

/**
 * Whether an entry is the result of an autosave: it has the texts and the time of the autosave, and its other fields are those that it had
 * before.
 */
export const isAutosaveOf = (before: ApiRecord, autosave: ApiRecord, after: ApiRecord): boolean =>
  isSame(after.modified_gmt, autosave.modified_gmt) &&
  ['title', 'content', 'excerpt'].every((name) => isSame(after[name], autosave[name])) &&
  Object.keys(before).every((name) => autosavedFields.has(name) || isUnchanged(name, before, {}, after));

/**
 * Whether a record is the result of changes to another one: it has the changed values, and its other fields are those that it had before.
 * False if the service has adapted a value, because nobody can then know who has set it.
 */
export const isResultOf = (before: ApiRecord, changes: ApiRecord, after: ApiRecord): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(changes)])].every((name) =>
    name in changes ? isSame(changes[name], after[name]) : isUnchanged(name, before, changes, after),
  );

/** Whether a field that was not changed has the same value as before, or one that follows from the changes. */
function isUnchanged(name: string, before: ApiRecord, changes: ApiRecord, after: ApiRecord): boolean {
  if (derivedFields.has(name) || isSame(before[name], after[name])) return true;
  const isFirstSave = before.status === 'auto-draft';
  if (name === 'status') return isFirstSave && after.status === 'draft';
  // A draft without a date of its own has the date of its last change.
  if (['date', 'date_gmt'].includes(name) && isSame(after.date, after.modified)) return true;
  return fieldsSetByStatus.has(name) && (isFirstSave || 'status' in changes);
}
