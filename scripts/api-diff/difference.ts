// A difference between two versions of the public interface, and its output.

export interface Difference {
  /** The part of the interface, such as `GET /cms/v2/posts, parameter search in query`. */
  readonly location: string;
  readonly message: string;
  /** Whether programs that work with the old version can fail with the new one. */
  readonly isBreaking: boolean;
}

export const breaking = (location: string, message: string): Difference => ({ location, message, isBreaking: true });

export const compatible = (location: string, message: string): Difference => ({ location, message, isBreaking: false });

/** Returns the differences without repetitions, which parts that several other parts use would cause. */
export const withoutRepetitions = (differences: readonly Difference[]): Difference[] => [
  ...new Map(differences.map((each) => [formatDifference(each), each])).values(),
];

/** Returns a difference as a line of text. */
export const formatDifference = ({ location, message, isBreaking }: Difference): string =>
  `${isBreaking ? 'breaking  ' : 'compatible'}  ${location}: ${message}`;

/** Returns the differences of two lists of names: removed names, which break programs, and added ones. */
export function compareNames(
  old: readonly string[],
  current: readonly string[],
  locationOf: (name: string) => string,
): Difference[] {
  return [
    ...old.filter((name) => !current.includes(name)).map((name) => breaking(locationOf(name), 'removed')),
    ...current.filter((name) => !old.includes(name)).map((name) => compatible(locationOf(name), 'added')),
  ];
}
