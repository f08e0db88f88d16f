// SQL statements for refreshing outdated renderings.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

/** The position up to which entries have been processed. */
export interface Position {
  readonly renderer: number;
  readonly id: number;
}

/** The types whose content is data, which is not rendered: a list in SQL. */
export const unrenderedTypes = sql.raw(`('cms_global_styles', 'cms_font_family', 'cms_font_face')`);

const findStaleStatement = statement((q, p: Slots<Position & { current: number; limit: number }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'renderer', 'title', 'content', 'excerpt'])
    .select(['title_rendered', 'content_rendered', 'excerpt_rendered'])
    .where('renderer', '<', p.current)
    // The content of styles and fonts is data, which is not rendered.
    .where(sql<boolean>`type not in ${unrenderedTypes}`)
    .where((eb) =>
      eb.or([eb('renderer', '>', p.renderer), eb.and([eb('renderer', '=', p.renderer), eb('id', '>', p.id)])]),
    )
    .orderBy('renderer')
    .orderBy('id')
    .limit(p.limit),
);

/** Returns entries after a position that were rendered by a renderer older than `current`, with their texts. */
export const findStaleEntries = (read: ReadHandle, current: number, { renderer, id }: Position, limit: number) =>
  read.all(findStaleStatement, { current, renderer, id, limit });

/** An entry rendered by an older renderer. */
export type StaleEntry = Omit<Refreshed, 'current'>;

/** A new rendering, with the texts from which it was made. `current` is the version of the renderer. */
export interface Refreshed extends Position {
  readonly current: number;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly title_rendered: string;
  readonly content_rendered: string;
  readonly excerpt_rendered: string;
}

const refreshStatement = statement((q, p: Slots<Refreshed>) =>
  q
    .updateTable('entries')
    .set({
      title_rendered: p.title_rendered,
      content_rendered: p.content_rendered,
      excerpt_rendered: p.excerpt_rendered,
      renderer: p.current,
    })
    .where('id', '=', p.id)
    .where('renderer', '=', p.renderer)
    .where('title', '=', p.title)
    .where('content', '=', p.content)
    .where('excerpt', '=', p.excerpt),
);

/** Writes a new rendering, unless the entry has been changed or refreshed since it was read. Other columns do not change. */
export const writeRefreshed = (tx: WriteHandle, refreshed: Refreshed) => tx.run(refreshStatement, refreshed);
