// Defines the common form of templates from all sources: stored records, revisions, and theme files (templates-and-styles.md §1).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { templateMeta } from '../../../contract/shared/template-fields.ts';
import type { Theme, ThemeFile } from '../../theme/theme.ts';
import { readMeta } from '../entries/meta.ts';
import type { RevisionRow } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';

export interface Template {
  readonly type: string;
  readonly theme: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly source: 'custom' | 'theme';
  /** Source from which a stored record was copied; null for other templates. */
  readonly origin: string | null;
  readonly status: string;
  /** ID of the record or revision; 0 for a file. */
  readonly id: number;
  readonly author: number;
  readonly area: string;
  readonly isSuggested: boolean;
  readonly date: string | null;
  readonly modified: string | null;
  /** ID of the stored record with this slug, and whether it has revisions or autosaves; undefined if there is no record. */
  readonly record: { readonly id: number; readonly hasHistory: boolean } | undefined;
  /** ID of the record to which a revision belongs; absent for other templates. */
  readonly parent?: number;
}

const storedProperties = (entry: WholeEntry) => {
  const { origin, area, suggested } = readMeta(entry.meta, templateMeta);
  return { origin: String(origin) || null, area: String(area), isSuggested: suggested === true };
};

const recordOf = ({ id, revision_count }: WholeEntry) => ({ id, hasHistory: revision_count > 0 });

/** Returns the template of a stored record. */
export function templateOfEntry(entry: WholeEntry): Template {
  const { type, theme, slug, title, content, status, id, author, date, modified } = entry;
  return {
    type,
    theme,
    slug,
    title,
    content,
    description: entry.excerpt,
    source: 'custom',
    ...storedProperties(entry),
    status,
    id: id,
    author,
    date,
    modified,
    record: recordOf(entry),
  };
}

/** Returns the template of a theme file. `stored` is the record with the same slug, if any. */
export function templateOfFile(
  type: ContentType,
  { name }: Theme,
  file: ThemeFile,
  stored: WholeEntry | undefined,
): Template {
  const { slug, title, content, description, area } = file;
  return {
    type: type.name,
    theme: name,
    slug,
    title,
    content,
    description,
    source: 'theme',
    origin: null,
    status: 'publish',
    id: 0,
    author: 0,
    area,
    isSuggested: false,
    date: null,
    modified: null,
    record: stored && recordOf(stored),
  };
}

/** Returns the template with the texts of a revision or autosave (templates-and-styles.md §7). */
export function templateOfRevision(entry: WholeEntry, revision: RevisionRow): Template {
  const { title, content, excerpt: description, author, date, id } = revision;
  return {
    ...templateOfEntry(entry),
    title,
    content,
    description,
    author,
    date,
    modified: date,
    status: 'inherit',
    id,
    parent: entry.id,
  };
}

/** Returns the theme files of a content type, keyed by slug. */
export const filesOf = (type: ContentType, theme: Theme): ReadonlyMap<string, ThemeFile> =>
  type.name === 'cms_template_part' ? theme.parts : theme.templates;
