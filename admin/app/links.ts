// The links to the screens, for the navigation and the command palette.
import type { Bootstrap } from '../data/bootstrap.ts';
import type { NavigationLink } from './routes/route.ts';
import { routes } from './routes.ts';

/** Returns the links to all screens that the user may use, in the order of the table of screens. */
export const linksOf = (bootstrap: Bootstrap): readonly NavigationLink[] =>
  routes.flatMap(({ path, isAvailable, links }) =>
    path.includes(':') || isAvailable(bootstrap, {}) ? (links?.(bootstrap) ?? []) : [],
  );
