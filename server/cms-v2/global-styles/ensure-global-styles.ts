// Creates the global styles record of the active theme (templates-and-styles.md §8, Finding the record). This happens when the
// service starts, because GET requests never write (contract/README.md, decision 18).
import type { WriteHandle } from '../../database/handle.ts';
import { composeNewDataEntry } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findGlobalStylesId } from './store.ts';

/** Creates the record of the active theme unless it already exists. */
export async function ensureGlobalStyles(deps: EntryDeps, tx: WriteHandle): Promise<void> {
  const { contract } = deps;
  const { theme, urls } = deps.site;
  await tx.lock(`global styles ${theme.name}`);
  if ((await findGlobalStylesId(tx, theme.name)) !== undefined) return;
  const type = contract.types.get('cms_global_styles');
  if (!type) throw new Error('content type cms_global_styles is not registered');
  const entry = composeNewDataEntry(deps, type, { title: 'Custom Styles', data: {}, author: 0, theme: theme.name });
  const guid = (id: number) => urls.home + type.address.other.replace('{id}', String(id));
  const slug = `global-styles-${theme.name}`;
  await deps.writer.create(tx, type, { entry, choice: { slug, mustBeFree: true }, guid });
}
