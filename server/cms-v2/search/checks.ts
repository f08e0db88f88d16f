// The check of what a search is limited to (protocol.md §18).
import { check, mostItems } from '../../http/parameters/check.ts';
import { toList } from '../../http/parameters/conversions.ts';
import type { CheckMaker } from '../../http/room.ts';
import { toSlug } from '../../rendering/slug.ts';

/** Subtypes are looked at in small letters, as slugs. */
export const searchChecks: Record<string, CheckMaker> = {
  'search-subtypes': () => (value, name, schema) => {
    const slugs = toList(value, mostItems)?.map((each) =>
      typeof each === 'string' ? toSlug(each.toLowerCase()) : each,
    );
    return check(schema, slugs ?? value, name);
  },
};
