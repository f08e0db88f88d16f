// Who may have a block shown (protocol.md §20).
import type { blockRendererPermissions, RenderBlockArgs } from '../../../contract/cms-v2/block-renderer.ts';
import type { Call, Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { mayEdit, passes } from '../entries/rules.ts';
import { findEntryOfAnyType } from '../entries/store.ts';

const denied = { code: 'block_cannot_read', message: 'You may not have blocks shown here.' };

/** The rule by the name that the declaration uses: who writes posts or, where an entry is named, who may change it. */
export const blockRendererRules = ({
  database,
  contract,
}: EntryParts): Record<(typeof blockRendererPermissions)[number], Permission> => ({
  'render-block': {
    async load({ args }: Call<RenderBlockArgs>) {
      // OPTIONS fills in no defaults, and so asks for no context.
      if ((args.context as string) === 'view') throw contextMissing();
      return isNamed(args) ? findEntryOfAnyType(database.read, args.post_id ?? 0) : undefined;
    },
    permit({ actor, args }: Call<RenderBlockArgs>, entry: EntryRow | undefined) {
      if (!isNamed(args)) return actor.can('edit_posts') ? undefined : denied;
      const type = entry && contract.types.get(entry.type);
      return type && passes(mayEdit, actor, type, entry) ? undefined : denied;
    },
  },
});

const isNamed = ({ post_id: id = 0 }: Partial<RenderBlockArgs>): boolean => id > 0;

function contextMissing(): Refusal {
  const message = 'context must be edit.';
  const details = { context: { code: 'rest_not_in_enum', message, data: null } };
  return new Refusal('rest_invalid_param', 400, 'The request has parameters that cannot be: context.', {
    data: { params: { context: message }, details },
  });
}
