// The SQL of stored templates.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { WholeEntry } from '../entries/rows.ts';

const named = statement((q, p: Slots<{ type: string; theme: string; slugs: string[] }>) =>
  q
    .selectFrom('entries')
    .selectAll()
    .where('type', '=', p.type)
    .where('theme', '=', p.theme)
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** The stored templates of these slugs, whatever their state. */
export const findTemplatesOfSlugs = (
  read: ReadHandle,
  type: string,
  theme: string,
  slugs: readonly string[],
): Promise<WholeEntry[]> => read.all(named, { type, theme, slugs: [...slugs] });

const published = statement((q, p: Slots<{ type: string; theme: string }>) =>
  q
    .selectFrom('entries')
    .selectAll()
    .where('type', '=', p.type)
    .where('status', '=', 'publish')
    .where('theme', '=', p.theme)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc'),
);

/** The published templates of a theme, the newest first. */
export const findPublishedTemplates = (read: ReadHandle, type: string, theme: string): Promise<WholeEntry[]> =>
  read.all(published, { type, theme });
