// Presents global styles as JSON records (templates-and-styles.md §8).
import type { StylesFields } from '../../../contract/cms-v2/global-styles.ts';
import type { Presenter } from '../../http/module.ts';
import { renderTitle } from '../../rendering/render.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { normalizeConfiguration, readStoredStyles } from './stored-styles.ts';

type StylesPresenter = Presenter<StylesFields, WholeEntry, undefined>;

const fields: StylesPresenter['fields'] = {
  id: ({ id }) => id,
  title: ({ title }) => ({ raw: title, rendered: renderTitle(title) }),
  settings: ({ content }) => normalizeConfiguration(readStoredStyles(content)).settings,
  styles: ({ content }) => normalizeConfiguration(readStoredStyles(content)).styles,
};

export const stylesPresenter: StylesPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ id, revision_count }, _prepared, { actor }) => ({
    id,
    revision_count,
    may_publish: actor.can('publish_posts'),
    may_edit_css: actor.can('unfiltered_html'),
  }),
};
