// Validates custom roles and capabilities (docs/configuration.md).
import type { Contract } from '../../contract/contract.ts';
import { builtInCapabilities, type CustomRole, type CustomRoles, makeRoles } from '../access/roles.ts';

/** Capabilities that administrators must have, because no other role could restore them. */
const requiredAdministratorCapabilities = [
  'read',
  'list_users',
  'create_users',
  'edit_users',
  'delete_users',
  'promote_users',
  'manage_options',
] as const;

/** Returns an error message for invalid roles, or undefined. */
export function validateRoles(
  roles: CustomRoles,
  capabilities: readonly string[],
  contract: Contract,
): string | undefined {
  for (const name of capabilities)
    if (!isName(name))
      return `invalid capability name ${name}: use 1 to 60 lowercase letters, digits and underscores, beginning with a letter`;
  const known = knownCapabilities(capabilities, contract);
  for (const [role, declared] of Object.entries(roles)) {
    if (!isName(role))
      return `invalid role name ${role}: use 1 to 60 lowercase letters, digits and underscores, beginning with a letter`;
    const unknown = capabilitiesIn(declared).find((capability) => !known.has(capability));
    if (unknown !== undefined) return unknownCapabilityError(role, unknown, known);
  }
  try {
    const administrators = makeRoles(roles).capabilitiesOf(['administrator']);
    const missing = requiredAdministratorCapabilities.find((capability) => !administrators.has(capability));
    return (
      missing && `the role administrator must have the capability ${missing}, because no other role could restore it`
    );
  } catch (error) {
    return (error as Error).message;
  }
}

const isName = (name: string): boolean => /^[a-z][a-z0-9_]{0,59}$/.test(name);

/** Returns the built-in capabilities, those that types and taxonomies require, and those that the site declares. */
const knownCapabilities = (siteCapabilities: readonly string[], { types, taxonomies }: Contract): ReadonlySet<string> =>
  new Set([
    ...builtInCapabilities,
    ...[...types.values()].flatMap(({ rights }) => Object.values(rights) as string[]),
    ...[...taxonomies.values()].flatMap(({ rights }) => Object.values(rights) as string[]),
    ...siteCapabilities,
  ]);

const capabilitiesIn = (role: CustomRole): readonly string[] =>
  'like' in role ? [...(role.with ?? []), ...(role.without ?? [])] : role;

function unknownCapabilityError(role: string, unknown: string, known: ReadonlySet<string>): string {
  const similar = [...known].find((each) => each.startsWith(unknown) || unknown.startsWith(each));
  const suggestion = similar === undefined ? '' : `; perhaps you meant ${similar}`;
  return `the role ${role} has the unknown capability ${unknown}, which no type, taxonomy or list of capabilities declares${suggestion}`;
}
