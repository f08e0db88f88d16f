// The record of a theme's global styles, which every site has (templates-and-styles.md §8, Finding the record). It is made
// when a site is started, for nothing is written by reading (contract/README.md, decision 18).
import type { WriteHandle } from '../../database/handle.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import type { EntryParts } from '../entries/parts.ts';
import { saveNewEntry } from '../entries/save-entry.ts';
import { findStylesOf } from './store.ts';
import { stylesTexts } from './stored-styles.ts';

/** Makes the record of the active theme where there is none. */
export async function makeStyles(parts: EntryParts, tx: WriteHandle): Promise<void> {
  const { theme, contract, clock, settings, site } = parts;
  await tx.lock(`global styles ${theme.name}`);
  if ((await findStylesOf(tx, theme.name)) !== undefined) return;
  const type = contract.types.get('cms_global_styles');
  if (!type) throw new Error('global styles are declared by the contract');
  const moment = now(clock);
  const date = toSiteTime(moment, settings.values.timezone);
  const entry = {
    ...stylesTexts('Custom Styles', {}),
    type: type.name,
    status: 'publish',
    rights_status: 'publish',
    // The site's own: it goes with nobody.
    author: 0,
    parent: 0,
    menu_order: 0,
    password: '',
    date,
    date_gmt: moment,
    modified: date,
    modified_gmt: moment,
    comment_status: 'closed',
    ping_status: 'closed',
    sticky: 0,
    template: '',
    format: 'standard',
    featured_media: 0,
    guid: '',
    meta: '{}',
    theme: theme.name,
    revision_count: 0,
    latest_revision: 0,
  };
  const guid = (id: number) => site.home + type.address.other.replace('{id}', String(id));
  const slug = `global-styles-${theme.name}`;
  await saveNewEntry(tx, type, entry, { slug, mustBeFree: true }, new Map(), guid);
}
