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
  /** Changes of the design with which pages are rendered; absent except for previews of such changes. */
  readonly design?: DesignOverrides;
}

/**
 * Changes of the design that replace what is stored while a page is rendered. They replace only the contents of records that pages display
 * anyway: records that are not public stay invisible.
 */
export interface DesignOverrides {
  /** Changed templates and template parts, by type and ID (server/cms-v2/templates/template-id.ts). */
  readonly templates: ReadonlyMap<string, ChangedContent>;
  /** Changed patterns and navigations by the ID of their entry. */
  readonly contents: ReadonlyMap<number, ChangedContent>;
  /** The changed global styles of a theme, in the form in which they are stored. */
  readonly globalStyles: { readonly theme: string; readonly content: string } | undefined;
}

/** The texts of a changed record, as they would be stored in the columns of an entry. */
export interface ChangedContent {
  readonly content: string;
  readonly content_rendered: string;
  readonly renderer: number;
}
