// Defines the permission to read the configuration of an editor screen. It requires the capability to edit entries of the content
// type, to assign terms of the taxonomy, or to manage the settings of the site (protocol.md §20).
import type { ViewConfigArgs, viewConfigPermissions } from '../../../contract/cms-v2/view-config.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { Call, Permission } from '../../http/module.ts';

/** The resource of an editor screen: a content type, a taxonomy, or the site. */
export type ScreenResource =
  | { readonly kind: 'postType'; readonly of: ContentType }
  | { readonly kind: 'taxonomy'; readonly of: Taxonomy }
  /** The identity of the site. Its screen is a form without a list. */
  | { readonly kind: 'root'; readonly of: { readonly name: 'site' } };

const forbiddenError = { code: 'rest_cannot_read', message: 'You are not allowed to view this screen configuration.' };

/** Returns the type, taxonomy or site with this kind and name; undefined if it does not exist. */
export function findScreenResource(contract: Contract, kind: string, name: string): ScreenResource | undefined {
  if (kind === 'root' && name === 'site') return { kind, of: { name } };
  const type = kind === 'postType' ? contract.types.get(name) : undefined;
  if (type) return { kind: 'postType', of: type };
  const taxonomy = kind === 'taxonomy' ? contract.taxonomies.get(name) : undefined;
  return taxonomy && { kind: 'taxonomy', of: taxonomy };
}

/**
 * Returns the permission of view configurations, keyed by its name in the contract. The `load` function throws
 * ApiError 404 `rest_view_config_invalid_entity` for an unknown type or taxonomy.
 */
export const defineViewConfigPermissions = (
  contract: Contract,
): Record<(typeof viewConfigPermissions)[number], Permission> => ({
  'read-view-config': {
    async load({ args: { kind, name } }: Call<ViewConfigArgs>) {
      const resource = findScreenResource(contract, kind, name);
      if (!resource)
        throw new ApiError(
          'rest_view_config_invalid_entity',
          404,
          'No content type or taxonomy with this kind and name.',
        );
      return resource;
    },
    permit: ({ actor }, resource: ScreenResource) =>
      actor.can(requiredCapability(resource)) ? undefined : forbiddenError,
  },
});

/** Returns the capability that is required to read the configuration of a screen. */
function requiredCapability(resource: ScreenResource): string {
  switch (resource.kind) {
    case 'postType':
      return resource.of.rights.edit;
    case 'taxonomy':
      return resource.of.rights.assign;
    case 'root':
      return 'manage_options';
  }
}
