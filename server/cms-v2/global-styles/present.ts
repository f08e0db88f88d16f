// Presents global styles as JSON records (templates-and-styles.md §8).
import type { FieldMaker, Presenter } from '../../http/module.ts';
import { renderTitle } from '../../rendering/render.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { normalizeConfiguration, parseStoredStyles } from './stored-styles.ts';

const fields: Record<string, (entry: WholeEntry) => unknown> = {
  id: ({ id }) => id,
  title: ({ title }) => ({ raw: title, rendered: renderTitle(title) }),
  settings: ({ content }) => normalizeConfiguration(parseStoredStyles(content)).settings,
  styles: ({ content }) => normalizeConfiguration(parseStoredStyles(content)).styles,
};

export const stylesPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ id, revision_count }: WholeEntry, _prepared, { actor }) => ({
    id,
    revision_count,
    may_publish: actor.can('publish_posts'),
    may_edit_css: actor.can('unfiltered_html'),
  }),
};
