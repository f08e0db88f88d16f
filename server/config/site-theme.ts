// Reads the theme of a site (docs/themes.md).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { defaultThemeFolder, readTheme } from '../theme/read-theme.ts';
import type { Theme } from '../theme/theme.ts';
import type { DataConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { settingName } from './options.ts';

/** The location of the theme. */
type ThemeLocation = Pick<DataConfig, 'data' | 'theme'> & Partial<Pick<DataConfig, 'sources'>>;

/**
 * Returns the configured theme, or that of the folder `theme` in the data folder if it exists, or `quarto`. Throws ConfigError
 * when it is invalid.
 */
export function readSiteTheme({ data, theme, sources = {} }: ThemeLocation): Theme {
  const dataFolderTheme = path.join(data, 'theme');
  const folder = path.resolve(theme ?? (existsSync(dataFolderTheme) ? dataFolderTheme : defaultThemeFolder));
  try {
    return readTheme(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const setting = theme === undefined ? '' : ` (${settingName(sources, 'theme')})`;
    throw new ConfigError(`Invalid theme in ${folder}${setting}: ${reason}.`);
  }
}
