// The properties of all screens.
import type { HelpTarget } from './guides.ts';

/** The values of the placeholders in the path of a route. */
export type RouteParameters = Readonly<Record<string, string>>;

/** The properties that each screen receives. */
export interface ScreenProps {
  readonly parameters: RouteParameters;
  /** The section of a guide that describes the screen; null for the guides themselves. */
  readonly help: HelpTarget | null;
}
