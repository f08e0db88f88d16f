// Roles and capabilities of the site's own: what they may be (docs/configuration.md).
import type { Contract } from '../../contract/contract.ts';
import { builtInCapabilities, makeRoles, type OwnRole, type OwnRoles } from '../access/roles.ts';

/** What administrators cannot be without: nobody else could give it back. */
const neededByAdministrators = [
  'read',
  'list_users',
  'create_users',
  'edit_users',
  'delete_users',
  'promote_users',
  'manage_options',
] as const;

/** Why roles cannot be as they are declared, as one sentence; undefined where they can. */
export function faultOfRoles(roles: OwnRoles, capabilities: readonly string[], contract: Contract): string | undefined {
  for (const name of capabilities)
    if (!isName(name)) return `the capability ${name} must have small letters, digits and underscores only`;
  const known = knownCapabilities(capabilities, contract);
  for (const [role, declared] of Object.entries(roles)) {
    if (!isName(role)) return `the role ${role} must have small letters, digits and underscores only, 60 at most`;
    const unknown = namedBy(declared).find((capability) => !known.has(capability));
    if (unknown !== undefined) return faultOfCapability(role, unknown, known);
  }
  try {
    const administrators = makeRoles(roles).capabilitiesOf(['administrator']);
    const missing = neededByAdministrators.find((capability) => !administrators.has(capability));
    return missing && `the role administrator must keep ${missing}, for nobody could give it back`;
  } catch (error) {
    return (error as Error).message;
  }
}

const isName = (name: string): boolean => /^[a-z][a-z0-9_]{0,59}$/.test(name);

/** Built-in capabilities, those that rules of types and taxonomies ask for, and those that the site declares. */
const knownCapabilities = (own: readonly string[], { types, taxonomies }: Contract): ReadonlySet<string> =>
  new Set([
    ...builtInCapabilities,
    ...[...types.values()].flatMap(({ rights }) => Object.values(rights) as string[]),
    ...[...taxonomies.values()].flatMap(({ rights }) => Object.values(rights) as string[]),
    ...own,
  ]);

const namedBy = (role: OwnRole): readonly string[] =>
  'like' in role ? [...(role.with ?? []), ...(role.without ?? [])] : role;

function faultOfCapability(role: string, unknown: string, known: ReadonlySet<string>): string {
  const near = [...known].find((each) => each.startsWith(unknown) || unknown.startsWith(each));
  const guess = near === undefined ? '' : `; perhaps ${near} is meant`;
  return `the role ${role} names the capability ${unknown}, which no type, taxonomy or list of capabilities declares${guess}`;
}
