// The SQL of global styles: one record for each theme.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const ofTheme = statement((q, p: Slots<{ type: string; theme: string }>) =>
  q
    .selectFrom('entries')
    .select('id')
    .where('type', '=', p.type)
    .where('status', '=', 'publish')
    .where('theme', '=', p.theme)
    .orderBy('id')
    .limit(1),
);

/** The number of the record that holds what is changed of a theme. */
export const findStylesOf = async (read: ReadHandle, theme: string): Promise<number | undefined> =>
  (await read.first(ofTheme, { type: 'cms_global_styles', theme }))?.id;
