// The properties of all screens.

/** The values of the placeholders in the path of a route. */
export type RouteParameters = Readonly<Record<string, string>>;

/** The properties that each screen receives. */
export interface ScreenProps {
  readonly parameters: RouteParameters;
}
