// Finding a template by its name: the stored record, and the file of the theme (templates-and-styles.md §1).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { Refusal } from '../../refusal.ts';
import type { ThemeFile } from '../../theme/theme.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findTemplatesOfSlugs } from './store.ts';
import { filesOf, type Template, templateOfEntry, templateOfFile } from './template.ts';
import { readTemplateId, type TemplateId } from './template-id.ts';

/** What goes by a name: a stored record, a file, or both. */
export interface Found {
  readonly id: TemplateId;
  readonly stored: WholeEntry | undefined;
  readonly file: ThemeFile | undefined;
}

/** What goes by the name that an address gives; undefined where nothing does. */
export async function findTemplate(
  { theme }: EntryParts,
  read: ReadHandle,
  type: ContentType,
  address: string,
): Promise<Found | undefined> {
  const id = readTemplateId(address);
  if (!id) return undefined;
  const [stored] = await findTemplatesOfSlugs(read, type.name, id.theme, [id.slug]);
  const file = id.theme === theme.name ? filesOf(type, theme).get(id.slug) : undefined;
  return stored || file ? { id, stored, file } : undefined;
}

/** As `findTemplate`. Throws Refusal 404 `rest_template_not_found`. */
export async function requireTemplate(
  parts: EntryParts,
  read: ReadHandle,
  type: ContentType,
  address: string,
): Promise<Found> {
  const found = await findTemplate(parts, read, type, address);
  if (!found) throw new Refusal('rest_template_not_found', 404, `There is no ${type.noun.one} of this name.`);
  return found;
}

/** What is shown of what was found: the stored record before the file, unless the file is asked for (§5). */
export function shownTemplate({ theme }: EntryParts, type: ContentType, found: Found, source?: string): Template {
  const { stored, file } = found;
  if (stored && source !== 'theme') return templateOfEntry(stored);
  if (file) return templateOfFile(type, theme, file, stored);
  throw new Refusal('rest_template_not_found', 404, `The theme has no ${type.noun.one} of this name.`);
}
