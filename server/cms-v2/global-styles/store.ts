// SQL statements that find the global styles of a theme.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const findByThemeStatement = statement((q, p: Slots<{ type: string; theme: string }>) =>
  q
    .selectFrom('entries')
    .select('id')
    .where('type', '=', p.type)
    .where('status', '=', 'publish')
    .where('theme', '=', p.theme)
    .orderBy('id')
    .limit(1),
);

/** Returns the ID of the global styles record of a theme; undefined if it has none. */
export const findGlobalStylesId = async (read: ReadHandle, theme: string): Promise<number | undefined> =>
  (await read.first(findByThemeStatement, { type: 'cms_global_styles', theme }))?.id;

const contentByThemeStatement = statement((q, p: Slots<{ type: string; theme: string }>) =>
  q
    .selectFrom('entries')
    .select('content')
    .where('type', '=', p.type)
    .where('status', '=', 'publish')
    .where('theme', '=', p.theme)
    .orderBy('id')
    .limit(1),
);

/** Returns the stored content of the global styles of a theme; undefined if it has none. */
export const findGlobalStylesContent = async (read: ReadHandle, theme: string): Promise<string | undefined> =>
  (await read.first(contentByThemeStatement, { type: 'cms_global_styles', theme }))?.content;
