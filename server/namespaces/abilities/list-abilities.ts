// GET on the abilities (protocol.md §20).
import type { Operation } from '../../http/room.ts';
import { pageOf } from './page-of.ts';
import type { AbilitiesParts } from './parts.ts';

/** Lists abilities, of a category or of those whose names begin alike. */
export const listAbilities = ({ abilities }: AbilitiesParts): Operation => ({
  async run({ args }) {
    const { category, namespace } = args as { category?: string; namespace?: string };
    const found = abilities().all.filter(
      ({ declared: { name, category: own } }) =>
        (category === undefined || own === category) && (namespace === undefined || name.startsWith(`${namespace}/`)),
    );
    return pageOf(found, args);
  },
});
