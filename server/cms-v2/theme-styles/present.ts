// Presents theme styles as JSON records (templates-and-styles.md §8).
import type { FieldMaker, Presenter } from '../../http/module.ts';
import type { ThemeStyles } from './theme-styles.ts';

const fields: Record<string, (row: ThemeStyles) => unknown> = {
  version: ({ version }) => version,
  title: ({ title }) => title,
  settings: ({ settings }) => settings,
  styles: ({ styles }) => styles,
  slug: ({ slug }) => slug,
};

/** Presenter of the styles of themes and of their variations. */
export const themeStylesPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ stylesheet }: ThemeStyles) => ({ stylesheet }),
};
