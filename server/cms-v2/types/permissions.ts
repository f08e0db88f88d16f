// The rules that the routes of content types name (protocol.md §15).

import type { typePermissions } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import { everyone, type Permission } from '../../http/room.ts';
import { denials, mayEditSomeType } from './rules.ts';

/** The rules by the names that declarations use. That of a single type lets everyone pass; its operation refuses. */
export const typeRules = (contract: Contract): Record<(typeof typePermissions)[number], Permission> => ({
  'list-types': {
    permit: ({ args, actor }) =>
      args.context === 'edit' && !mayEditSomeType(actor, contract) ? denials.list : undefined,
  },
  everyone,
});
