// Declares what a row in the table of screens consists of.
import type { ComponentType } from 'react';
import type { Bootstrap } from '../../data/bootstrap.ts';
import { loadStyles } from '../../data/styles.ts';
import type { HelpTarget } from '../../ui/guides.ts';
import type { RouteParameters, ScreenProps } from '../../ui/screen-props.ts';

/** A link in the navigation. */
export interface NavigationLink {
  /** The part of the navigation: what people write, or what concerns the whole site. */
  readonly group: 'content' | 'site';
  readonly path: string;
  readonly label: string;
}

/** A screen with its path below the admin. */
export interface Route {
  /** The path; `:name` is a placeholder for one segment. */
  readonly path: string;
  /** The title of the page. */
  readonly title: (bootstrap: Bootstrap, parameters: RouteParameters) => string;
  /** Whether the screen exists for this user. */
  readonly isAvailable: (bootstrap: Bootstrap, parameters: RouteParameters) => boolean;
  /** The links to the screen in the navigation: if the path has placeholders, only those to available screens. */
  readonly links?: (bootstrap: Bootstrap) => readonly NavigationLink[];
  /** The section of a guide that describes the screen; null for the guides themselves. */
  readonly help: HelpTarget | null;
  /** Loads the code of the screen. */
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
  /** Whether the screen uses the window without the navigation. */
  readonly isFullScreen?: boolean;
}

/** Loads the code of a screen and its style sheets. */
export async function withStyles<T>(names: string | readonly string[], load: () => Promise<T>): Promise<T> {
  const [screen] = await Promise.all([load(), ...[names].flat().map(loadStyles)]);
  return screen;
}
