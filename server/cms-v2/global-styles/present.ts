// Global styles, and what themes provide, to records (templates-and-styles.md §8).
import type { FieldMaker, Presenter } from '../../http/room.ts';
import { renderTitle } from '../../rendering/render.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { Configuration } from './configuration.ts';
import { readStyles, shownConfiguration } from './stored-styles.ts';
import type { ThemeStyles } from './theme-styles.ts';

type Row = WholeEntry | ThemeStyles;

const isStored = (row: Row): row is WholeEntry => 'content' in row;

/** The presenter of global styles, of the styles of themes and of their variations. */
export function stylesPresenter(): Presenter {
  const configuration = (row: Row): Configuration =>
    isStored(row) ? shownConfiguration(readStyles(row.content)) : row;
  const fields: Record<string, (row: Row) => unknown> = {
    id: (row) => (isStored(row) ? row.id : undefined),
    version: (row) => (isStored(row) ? undefined : row.version),
    title: (row) => (isStored(row) ? { raw: row.title, rendered: renderTitle(row.title) } : row.title),
    settings: (row) => configuration(row).settings,
    styles: (row) => configuration(row).styles,
    slug: (row) => (isStored(row) ? undefined : row.slug),
  };
  return {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: (row: Row, _prepared, { actor }) =>
      isStored(row)
        ? {
            id: row.id,
            revision_count: row.revision_count,
            may_publish: actor.can('publish_posts'),
            may_edit_css: actor.can('unfiltered_html'),
          }
        : { stylesheet: row.stylesheet },
  };
}
