// Finds templates by ID: the stored record, and the file of the theme (templates-and-styles.md §1).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { ThemeFile } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findTemplatesBySlugs } from './store.ts';
import { filesOf, type Template, templateOfEntry, templateOfFile } from './template.ts';
import { parseTemplateId, type TemplateId } from './template-id.ts';

/** A template that exists as a stored record, as a file of the theme, or as both. */
export interface FoundTemplate {
  readonly id: TemplateId;
  readonly stored: WholeEntry | undefined;
  readonly file: ThemeFile | undefined;
}

/**
 * Returns the stored record and the theme file with the template ID in a path; undefined if neither exists or the ID is invalid.
 */
export async function findTemplate(
  { site: { theme } }: EntryDeps,
  read: ReadHandle,
  type: ContentType,
  templatePath: string,
): Promise<FoundTemplate | undefined> {
  const id = parseTemplateId(templatePath);
  if (!id) return undefined;
  const [stored] = await findTemplatesBySlugs(read, type.name, id.theme, [id.slug]);
  const file = id.theme === theme.name ? filesOf(type, theme).get(id.slug) : undefined;
  return stored || file ? { id, stored, file } : undefined;
}

/** Returns the result of `findTemplate`. Throws ApiError 404 `rest_template_not_found` if there is none. */
export async function requireTemplate(
  deps: EntryDeps,
  read: ReadHandle,
  type: ContentType,
  templatePath: string,
): Promise<FoundTemplate> {
  const found = await findTemplate(deps, read, type, templatePath);
  if (!found) throw new ApiError('rest_template_not_found', 404, `No ${type.noun.one} with this ID.`);
  return found;
}

/**
 * Returns the template to present: the stored record, or the file if there is no record or `source` is `theme` (§5). Throws
 * ApiError 404 `rest_template_not_found` if the requested file does not exist.
 */
export function selectTemplate(
  { site: { theme } }: EntryDeps,
  type: ContentType,
  found: FoundTemplate,
  source?: string,
): Template {
  const { stored, file } = found;
  if (stored && source !== 'theme') return templateOfEntry(stored);
  if (file) return templateOfFile(type, theme, file, stored);
  throw new ApiError('rest_template_not_found', 404, `The theme has no ${type.noun.one} with this ID.`);
}
