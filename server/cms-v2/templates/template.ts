// What a template is, wherever it comes from: a stored record, a revision of one, or a file (templates-and-styles.md §1).
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
  /** What a stored record was copied from. */
  readonly origin: string | null;
  readonly status: string;
  /** The number of the record or revision; 0: a file. */
  readonly number: number;
  readonly author: number;
  readonly area: string;
  readonly isSuggested: boolean;
  readonly date: string | null;
  readonly modified: string | null;
  /** The number of the stored record of this name, where there is one, and whether something was kept beside it. */
  readonly record: { readonly id: number; readonly hasHistory: boolean } | undefined;
  /** The number of the record that a revision belongs to. */
  readonly parent?: number;
}

const storedFacts = (entry: WholeEntry) => {
  const { origin, area, suggested } = readMeta(entry.meta, templateMeta) as Record<string, unknown>;
  return { origin: String(origin) || null, area: String(area), isSuggested: suggested === true };
};

const recordOf = ({ id, revision_count }: WholeEntry) => ({ id, hasHistory: revision_count > 0 });

/** The template that a stored record is. */
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
    ...storedFacts(entry),
    status,
    number: id,
    author,
    date,
    modified,
    record: recordOf(entry),
  };
}

/** The template that a file of the theme is. `stored` is the record of its name, where there is one. */
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
    number: 0,
    author: 0,
    area,
    isSuggested: false,
    date: null,
    modified: null,
    record: stored && recordOf(stored),
  };
}

/** The template as it was, or will be, when a text kept beside it was saved (templates-and-styles.md §7). */
export function templateOfRevision(entry: WholeEntry, revision: RevisionRow): Template {
  const { title, content, excerpt: description, author, date, id: number } = revision;
  return {
    ...templateOfEntry(entry),
    title,
    content,
    description,
    author,
    date,
    modified: date,
    status: 'inherit',
    number,
    parent: entry.id,
  };
}

/** The files of a type in the theme. */
export const filesOf = (type: ContentType, theme: Theme): ReadonlyMap<string, ThemeFile> =>
  type.name === 'cms_template_part' ? theme.parts : theme.templates;
