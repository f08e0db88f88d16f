// Compares the entry in the editor with its version on the server.
import apiFetch from '@wordpress/api-fetch';
import { select } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { askAboutConflict, conflictBetween } from '../drafts/conflicts.ts';

/** Fields that follow from other fields or from the time of a change, and the ID. */
const derivedFields: ReadonlySet<string> = new Set([
  ...['id', 'modified', 'modified_gmt', 'generated_slug', 'permalink_template', 'link', 'guid', 'class_list', '_links'],
]);

/**
 * Shows the differences between the entry in the editor, with its unsaved changes, and the current version of the entry. `item` is its
 * path in the API. Resolves when the user has decided: true if the user wants to load the other version. Rejects with the error of the API
 * if it cannot be read.
 */
export async function compareWithServer(item: string): Promise<boolean> {
  const current = await apiFetch<Readonly<Record<string, unknown>>>({ path: `${item}?context=edit` });
  const editor = select(editorStore);
  const fields = Object.keys(current).filter((field) => !derivedFields.has(field));
  const mine = Object.fromEntries(fields.map((field) => [field, editor.getEditedPostAttribute(field)]));
  return (await askAboutConflict(conflictBetween(mine, current), 'load')) === 'load';
}
