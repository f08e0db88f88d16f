// Compares the credentials that operations of two OpenAPI documents require.
import { breaking, compatible, type Difference } from './difference.ts';

/**
 * A set of credentials with which an operation can be called: scopes by the name of the security scheme. An empty object stands for
 * requests without credentials.
 */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Alternative requirements. A request must satisfy one of them; an empty list requires nothing. */
export type Security = readonly SecurityRequirement[];

const requirementsOf = (security: Security): Security => (security.length === 0 ? [{}] : security);

/** Whether the credentials that satisfy a requirement also satisfy another one. */
const satisfies = (credentials: SecurityRequirement, required: SecurityRequirement): boolean =>
  Object.entries(required).every(
    ([scheme, scopes]) => scopes.every((each) => credentials[scheme]?.includes(each)) && scheme in credentials,
  );

/** Returns a requirement as text: `basic`, `oauth (read, write)`, or `no credentials`. */
function formatRequirement(requirement: SecurityRequirement): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`,
  );
  return schemes.length === 0 ? 'no credentials' : schemes.join(' and ');
}

/** Returns the differences of the credentials with which an operation can be called. */
export function compareSecurity(old: Security, current: Security, location: string): Difference[] {
  const [olds, currents] = [requirementsOf(old), requirementsOf(current)];
  const isMissing = (requirement: SecurityRequirement, list: Security) =>
    !list.some((other) => satisfies(requirement, other));
  return [
    ...olds
      .filter((each) => isMissing(each, currents))
      .map((each) => breaking(location, `no longer accepts requests with ${formatRequirement(each)}`)),
    ...currents
      .filter((each) => isMissing(each, olds))
      .map((each) => compatible(location, `also accepts requests with ${formatRequirement(each)}`)),
  ];
}

/**
 * Returns the differences of the security schemes that both documents have, in the form in which clients send credentials. A removed
 * scheme appears in the operations that accepted it.
 */
export const compareSecuritySchemes = (
  old: Readonly<Record<string, object>>,
  current: Readonly<Record<string, object>>,
): Difference[] =>
  Object.entries(old).flatMap(([name, scheme]) => {
    const other = current[name];
    const [was, is] = [JSON.stringify(scheme), JSON.stringify(other)];
    return other === undefined || was === is
      ? []
      : [breaking(`security scheme ${name}`, `changed from ${was} to ${is}`)];
  });
