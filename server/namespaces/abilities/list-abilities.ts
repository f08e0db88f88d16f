// GET on the abilities (protocol.md §20).
import type { Operation } from '../../http/room.ts';
import { pageOf } from './page-of.ts';
import type { AbilitiesParts } from './parts.ts';

/** Lists abilities, of a category or of those whose names begin alike. */
export const listAbilities = ({ abilitiesOf }: AbilitiesParts): Operation => ({
  async run(call) {
    const { args } = call;
    const { category, namespace } = args as { category?: string; namespace?: string };
    const found = abilitiesOf(call).all.filter(
      ({ declared: { name, category: own } }) =>
        (category === undefined || own === category) && (namespace === undefined || name.startsWith(`${namespace}/`)),
    );
    return pageOf(found, args);
  },
});
