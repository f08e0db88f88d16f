// The rules that the routes of taxonomies name (protocol.md §17).

import { inwardTaxonomies, type taxonomyPermissions } from '../../../contract/cms-v2/taxonomies.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { Permission } from '../../http/room.ts';

/** The taxonomies of a content type; of all where none is named. */
export const taxonomiesOfType = ({ taxonomies }: Contract, type: unknown): Taxonomy[] =>
  [...taxonomies.values()].filter(({ types }) => !type || types.includes(String(type)));

/** Whether somebody gives entries terms of a taxonomy, and so is told how it works. */
export const mayUse = (actor: Actor, { rights }: Taxonomy): boolean => actor.can(rights.assign);

const denials = {
  list: { code: 'rest_cannot_view', message: 'You may not see these taxonomies as editors do.' },
  inward: { code: 'rest_forbidden', message: 'This taxonomy is the service’s own.' },
  editContext: { code: 'rest_forbidden_context', message: 'You may not see this taxonomy as editors do.' },
};

/** The rules by the names that declarations use. That of a single taxonomy lets unknown ones pass; its operation refuses. */
export const taxonomyRules = (contract: Contract): Record<(typeof taxonomyPermissions)[number], Permission> => ({
  'list-taxonomies': {
    permit: ({ args, actor }) =>
      args.context === 'edit' && !taxonomiesOfType(contract, args.type).some((each) => mayUse(actor, each))
        ? denials.list
        : undefined,
  },
  'read-taxonomy': {
    permit: ({ path, args, actor }) => {
      if (inwardTaxonomies.includes(path.taxonomy ?? '')) return denials.inward;
      const found = contract.taxonomies.get(path.taxonomy ?? '');
      return found && args.context === 'edit' && !mayUse(actor, found) ? denials.editContext : undefined;
    },
  },
});
