/** Roles as people read them; `no role` where there is none. */
export const rolesInWords = (roles: readonly string[]): string =>
  roles.length === 0 ? 'no role' : roles.map((role) => role.replaceAll(/[_-]/g, ' ')).join(', ');
