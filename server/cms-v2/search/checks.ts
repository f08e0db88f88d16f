// The check of the subtypes of a search (protocol.md §18).

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check, maxListItems } from '../../http/parameters/check.ts';
import { toList } from '../../http/parameters/conversions.ts';
import { toSlug } from '../../rendering/slug.ts';

/** Checks of search parameters. Subtypes are compared in lower case, as slugs are. */
export const searchChecks: Record<string, ParameterCheckFactory> = {
  'search-subtypes': () => (value, name, schema) => {
    const slugs = toList(value, maxListItems)?.map((each) =>
      typeof each === 'string' ? toSlug(each.toLowerCase()) : each,
    );
    return check(schema, slugs ?? value, name);
  },
};
