// GET on a category of abilities (protocol.md §20).
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { AbilitiesParts } from './parts.ts';

/** Tells a category. Throws Refusal 404 `rest_ability_category_not_found`. */
export const getAbilityCategory = ({ abilitiesOf }: AbilitiesParts): Operation => ({
  async run(call) {
    const { path } = call;
    const row = abilitiesOf(call).categories.find(({ slug }) => slug === path.slug);
    if (!row) throw new Refusal('rest_ability_category_not_found', 404, 'There is no category of this name.');
    return { kind: 'record', row };
  },
});
