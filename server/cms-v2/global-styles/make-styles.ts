// The record of a theme's global styles, which every site has (templates-and-styles.md §8, Finding the record). It is made
// when a site is started, for nothing is written by reading (contract/README.md, decision 18).
import type { WriteHandle } from '../../database/handle.ts';
import { newDataEntry } from '../entries/data-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { saveNewEntry } from '../entries/save-entry.ts';
import { findStylesOf } from './store.ts';

/** Makes the record of the active theme where there is none. */
export async function makeStyles(parts: EntryParts, tx: WriteHandle): Promise<void> {
  const { theme, contract, site } = parts;
  await tx.lock(`global styles ${theme.name}`);
  if ((await findStylesOf(tx, theme.name)) !== undefined) return;
  const type = contract.types.get('cms_global_styles');
  if (!type) throw new Error('global styles are declared by the contract');
  const entry = newDataEntry(parts, type, { title: 'Custom Styles', data: {}, author: 0, theme: theme.name });
  const guid = (id: number) => site.home + type.address.other.replace('{id}', String(id));
  const slug = `global-styles-${theme.name}`;
  await saveNewEntry(tx, type, entry, { slug, mustBeFree: true }, new Map(), guid);
}
