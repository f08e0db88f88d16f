// Who may ask how screens begin: whoever changes what they show (protocol.md §20).
import type { ViewConfigArgs, viewConfigPermissions } from '../../../contract/cms-v2/view-config.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Call, Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** What a screen shows. */
export type Viewed =
  | { readonly kind: 'postType'; readonly of: ContentType }
  | { readonly kind: 'taxonomy'; readonly of: Taxonomy }
  /** The identity of the site, which is a form and no list. */
  | { readonly kind: 'root'; readonly of: { readonly name: 'site' } };

const denied = { code: 'rest_cannot_read', message: 'You may not see how the screens of these begin.' };

/** What a kind and a name stand for; undefined for what there is not. */
export function viewedOf(contract: Contract, kind: string, name: string): Viewed | undefined {
  if (kind === 'root' && name === 'site') return { kind, of: { name } };
  const type = kind === 'postType' ? contract.types.get(name) : undefined;
  if (type) return { kind: 'postType', of: type };
  const taxonomy = kind === 'taxonomy' ? contract.taxonomies.get(name) : undefined;
  return taxonomy && { kind: 'taxonomy', of: taxonomy };
}

/** The rule by the name that the declaration uses. Throws Refusal 404 `rest_view_config_invalid_entity`. */
export const viewConfigRules = (contract: Contract): Record<(typeof viewConfigPermissions)[number], Permission> => ({
  'read-view-config': {
    async load({ args: { kind, name } }: Call<ViewConfigArgs>) {
      const viewed = viewedOf(contract, kind, name);
      if (!viewed)
        throw new Refusal('rest_view_config_invalid_entity', 404, 'There are no entries or terms of this kind.');
      return viewed;
    },
    permit: ({ actor }, viewed: Viewed) => (actor.can(rightTo(viewed)) ? undefined : denied),
  },
});

/** The right to change what a screen shows. */
function rightTo(viewed: Viewed): string {
  switch (viewed.kind) {
    case 'postType':
      return viewed.of.rights.edit;
    case 'taxonomy':
      return viewed.of.rights.assign;
    case 'root':
      return 'manage_options';
  }
}
