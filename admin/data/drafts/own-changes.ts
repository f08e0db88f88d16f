// Recognizes that another version of an entry is the result of a change by this document: of an autosave, or of a change whose response
// was lost with the connection.
import { type ApiRecord, isSame } from './targets.ts';

/** Fields of an entry that follow from its other fields, or from the time of a change. */
const derivedFields: readonly string[] = [
  ...['modified', 'modified_gmt', 'generated_slug', 'permalink_template', 'link', 'guid', 'class_list', '_links'],
];

/** Fields of an entry that an autosave changes, and those that are derived from them. */
const autosavedFields: ReadonlySet<string> = new Set([
  ...['title', 'content', 'excerpt', 'meta', 'status'],
  ...derivedFields,
]);

/**
 * Whether an entry is the result of an autosave: it has the texts and the time of the autosave, and its other fields are those that it had
 * before.
 */
export function isAutosaveOf(before: ApiRecord, autosave: ApiRecord, after: ApiRecord): boolean {
  return (
    isSame(after.modified_gmt, autosave.modified_gmt) &&
    ['title', 'content', 'excerpt'].every((name) => isSame(after[name], autosave[name])) &&
    Object.keys(before).every((name) => autosavedFields.has(name) || isSame(before[name], after[name]))
  );
}

/** Fields that the service sets when a new entry is saved for the first time, or when an entry is published. */
const fieldsSetByStatus: ReadonlySet<string> = new Set([...derivedFields, 'slug', 'date', 'date_gmt', 'categories']);

/**
 * Whether a record is the result of changes to another one: it has the changed values, and its other fields are those that it had before.
 * False if the service has adapted a value, because nobody can then know who has set it.
 */
export function isResultOf(before: ApiRecord, changes: ApiRecord, after: ApiRecord): boolean {
  const isFirstSave = before.status === 'auto-draft';
  const hasNewStatus = isFirstSave || 'status' in changes;
  const isExpected = (name: string) => {
    if (name in changes) return isSame(changes[name], after[name]);
    if (name === 'status' && isFirstSave) return after.status === 'draft';
    const mayFollow = derivedFields.includes(name) || (hasNewStatus && fieldsSetByStatus.has(name));
    return mayFollow || isSame(before[name], after[name]);
  };
  return [...new Set([...Object.keys(before), ...Object.keys(changes)])].every(isExpected);
}
