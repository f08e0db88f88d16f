// The SQL of refreshing what an older renderer has made.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

/** The place up to which entries were gone through. */
export interface Place {
  readonly renderer: number;
  readonly id: number;
}

const stale = statement((q, p: Slots<Place & { current: number; limit: number }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'renderer', 'title', 'content', 'excerpt'])
    .select(['title_rendered', 'content_rendered', 'excerpt_rendered'])
    .where('renderer', '<', p.current)
    // Styles and fonts are data, of which nothing is made for display.
    .where(sql<boolean>`type not in ('cms_global_styles', 'cms_font_family', 'cms_font_face')`)
    .where((eb) =>
      eb.or([eb('renderer', '>', p.renderer), eb.and([eb('renderer', '=', p.renderer), eb('id', '>', p.id)])]),
    )
    .orderBy('renderer')
    .orderBy('id')
    .limit(p.limit as never),
);

/** Entries behind a place that were made by an older renderer than the current one, with their texts. */
export const findStaleEntries = (read: ReadHandle, current: number, { renderer, id }: Place, limit: number) =>
  read.all(stale, { current, renderer, id, limit });

/** An entry that an older renderer has made, with what it has made. */
export type StaleEntry = Omit<Refreshed, 'current'>;

/** What was made anew, and what it was made from. */
export interface Refreshed extends Place {
  readonly current: number;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly title_rendered: string;
  readonly content_rendered: string;
  readonly excerpt_rendered: string;
}

const refresh = statement((q, p: Slots<Refreshed>) =>
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

/** Writes what was made anew, unless the entry has been changed or refreshed meanwhile. Nothing else of it changes. */
export const writeRefreshed = (tx: WriteHandle, made: Refreshed) => tx.run(refresh, made);
