// SQL statements for stored templates.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { WholeEntry } from '../entries/rows.ts';

const templatesBySlugsStatement = statement((q, p: Slots<{ type: string; theme: string; slugs: string[] }>) =>
  q
    .selectFrom('entries')
    .selectAll()
    .where('type', '=', p.type)
    .where('theme', '=', p.theme)
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** Returns the stored templates of a theme with these slugs, in any status and in no particular order. */
export const findTemplatesBySlugs = (
  read: ReadHandle,
  type: string,
  theme: string,
  slugs: readonly string[],
): Promise<WholeEntry[]> => read.all(templatesBySlugsStatement, { type, theme, slugs: [...slugs] });

const publishedTemplatesStatement = statement((q, p: Slots<{ type: string; theme: string }>) =>
  q
    .selectFrom('entries')
    .selectAll()
    .where('type', '=', p.type)
    .where('status', '=', 'publish')
    .where('theme', '=', p.theme)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc'),
);

/** Returns the published templates of a theme, newest first. */
export const findPublishedTemplates = (read: ReadHandle, type: string, theme: string): Promise<WholeEntry[]> =>
  read.all(publishedTemplatesStatement, { type, theme });
