// How global styles are stored: as the content of an entry, in JSON.

import { fold } from '../../rendering/fold.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import type { ComposedEntry } from '../entries/compose-entry.ts';
import { rendered } from '../entries/texts.ts';
import { type Configuration, shownSettings, shownStyles } from './configuration.ts';
import { isMembers, type Members } from './filter-known.ts';

/** What is stored, as it was sent. Absent: nothing of it was ever set. */
export interface StoredStyles {
  readonly styles?: Members;
  readonly settings?: Members;
}

/** What the content of an entry holds; nothing where it cannot be read. */
export function readStyles(content: string): StoredStyles {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return {};
  }
  if (!isMembers(value)) return {};
  const { styles, settings } = value;
  return { ...(isMembers(styles) && { styles }), ...(isMembers(settings) && { settings }) };
}

/** What is stored as it is shown: filtered when it is read, so that what is unknown today may be known tomorrow. */
export const shownConfiguration = ({ styles, settings }: StoredStyles): Configuration => ({
  settings: shownSettings(settings, 'custom'),
  styles: shownStyles(styles),
});

/** The texts of an entry that holds styles. Nothing of them is shown to readers but the title. */
export function stylesTexts(
  title: string,
  stored: StoredStyles,
): Pick<
  ComposedEntry,
  | 'title'
  | 'content'
  | 'excerpt'
  | 'title_rendered'
  | 'content_rendered'
  | 'excerpt_rendered'
  | 'renderer'
  | 'block_version'
  | 'title_key'
> {
  const { title_rendered } = rendered({ title, content: '', excerpt: '' });
  return {
    title,
    content: JSON.stringify(stored),
    excerpt: '',
    title_rendered,
    content_rendered: '',
    excerpt_rendered: '',
    renderer: RENDERER_VERSION,
    block_version: 0,
    title_key: fold(title).slice(0, 400),
  };
}
