// Decides whether the differences between two versions are allowed by semantic versioning (docs/versioning.md).
import { compareCommands } from './commands.ts';
import { breaking, compareNames, type Difference } from './difference.ts';
import { compareDocuments } from './open-api.ts';
import type { PublicInterface } from './public-interface.ts';
import { compareTypes } from './types.ts';

/** Exported types whose values programs provide as the default export of a module. */
const writtenTypes: ReadonlySet<string> = new Set(['Extension', 'SiteConfig']);

/** Returns the differences between two public interfaces. */
export function compareInterfaces(old: PublicInterface, current: PublicInterface): Difference[] {
  const documents = Object.entries(old.documents).flatMap(([mount, document]) => {
    const other = current.documents[mount];
    if (!other) return [breaking(mount, 'removed')];
    return compareDocuments(document, other).map((each) => ({ ...each, location: `${mount}: ${each.location}` }));
  });
  const names = Object.entries(old.names).flatMap(([kind, list]) =>
    compareNames(list, current.names[kind] ?? [], (name) => `${kind} ${name}`),
  );
  return [
    ...documents,
    ...names,
    ...compareCommands(old.commands, current.commands),
    ...compareTypes(old.types, current.types, writtenTypes),
  ];
}

/** Returns the numbers of a version. Throws Error if it is not a semantic version. */
export function parseVersion(version: string): readonly [major: number, minor: number, patch: number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.-]+)?$/.exec(version) ?? [];
  if (patch === undefined) throw new Error(`${version} is not a semantic version.`);
  return [Number(major), Number(minor), Number(patch)];
}

/** Compares two versions for sorting, without prerelease identifiers. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * Whether the number of a version declares that it is incompatible with an older one: another major version or, while the major version
 * is 0, another minor version.
 */
export function declaresBreaking(old: string, current: string): boolean {
  const [[oldMajor, oldMinor], [major, minor]] = [parseVersion(old), parseVersion(current)];
  return major > oldMajor || (major === 0 && oldMajor === 0 && minor > oldMinor);
}

/** A stored interface with its version. */
export interface Baseline {
  readonly version: string;
  readonly content: PublicInterface;
}

/** The differences to a baseline, and whether the version allows them. */
export interface Comparison {
  readonly version: string;
  readonly differences: readonly Difference[];
  /** Breaking differences that the version does not declare. */
  readonly undeclared: readonly Difference[];
}

/** Compares an interface with a baseline. `version` is the version of the interface. */
export function compareWithBaseline(
  { version: old, content }: Baseline,
  current: PublicInterface,
  version: string,
): Comparison {
  const differences = compareInterfaces(content, current);
  const undeclared = declaresBreaking(old, version) ? [] : differences.filter(({ isBreaking }) => isBreaking);
  return { version: old, differences, undeclared };
}
