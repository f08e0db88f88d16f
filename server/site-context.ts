// Declares what modules know about the site that they serve.
import type { Settings } from './settings/settings.ts';
import type { Site } from './site.ts';
import type { Theme } from './theme/theme.ts';
import type { Clock } from './time/zone.ts';

/** The site: its URLs, its settings, its active theme and its time. */
export interface SiteContext {
  readonly urls: Site;
  readonly settings: Settings;
  readonly theme: Theme;
  readonly clock: Clock;
  /** The site's secret key for keyed hashes. */
  readonly key: string;
}
