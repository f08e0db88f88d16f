// The theme of a site: which folder it is read from (docs/themes.md).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { defaultThemeFolder, readTheme } from '../theme/read-theme.ts';
import type { Theme } from '../theme/theme.ts';
import type { DataConfig } from './config.ts';
import { ConfigFault } from './config-fault.ts';

/**
 * The theme that is configured, or that of the folder `theme` in the data folder where there is one, or `quarto`. Throws
 * ConfigFault where it cannot be used.
 */
export function readSiteTheme({ data, theme }: Pick<DataConfig, 'data' | 'theme'>): Theme {
  const own = path.join(data, 'theme');
  const folder = path.resolve(theme ?? (existsSync(own) ? own : defaultThemeFolder));
  try {
    return readTheme(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigFault(`The theme in ${folder} cannot be used: ${reason}.`);
  }
}
