// Checks the parameters of searches (protocol.md §18).

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check, maxListItems } from '../../http/parameters/check.ts';
import { toList } from '../../http/parameters/conversions.ts';
import { toSlug } from '../../rendering/slug.ts';

/** Parameter checks, keyed by the names that the contract uses. Subtypes are compared in lower case, like slugs. */
export const searchChecks: Record<string, ParameterCheckFactory> = {
  'search-subtypes': () => (value, name, schema) => {
    const slugs = toList(value, maxListItems)?.map((each) =>
      typeof each === 'string' ? toSlug(each.toLowerCase()) : each,
    );
    return check(schema, slugs ?? value, name);
  },
};
