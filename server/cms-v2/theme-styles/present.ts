// Presents theme styles as JSON records (templates-and-styles.md §8).
import type { ThemeStylesFields } from '../../../contract/cms-v2/global-styles.ts';
import type { Presenter } from '../../http/module.ts';
import type { ThemeStyles } from './theme-styles.ts';

type ThemeStylesPresenter = Presenter<ThemeStylesFields, ThemeStyles, undefined>;

const fields: ThemeStylesPresenter['fields'] = {
  version: ({ version }) => version,
  title: ({ title }) => title,
  settings: ({ settings }) => settings,
  styles: ({ styles }) => styles,
  slug: ({ slug }) => slug,
};

/** Presenter of the styles of themes and of their variations. */
export const themeStylesPresenter: ThemeStylesPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ stylesheet }) => ({ stylesheet }),
};
