// Loads forms in any status, with all their properties.
import type { ContentEntry, ExtensionServices, SettingsOf } from 'octavo/extension';
import { type formMeta, formType } from './form-type.ts';

type Entry = ContentEntry<typeof formMeta>;

/** A form, with the properties that the extension needs to check permissions and to process submissions. */
export interface Form
  extends Pick<Entry, 'id' | 'type' | 'author' | 'status' | 'rights_status' | 'password' | 'title'>,
    Readonly<SettingsOf<typeof formMeta>> {}

/** The form that a request identifies. Submissions that are presented contain it too, because permissions for them depend on it. */
export interface LoadedForm {
  readonly entry: Form;
}

/** Returns the form with the given ID, in any status; undefined if it does not exist. */
export async function findForm({ content }: ExtensionServices, id: number): Promise<Form | undefined> {
  const found = await content.findEntry(formType, id);
  return found && { ...found, ...found.meta };
}
