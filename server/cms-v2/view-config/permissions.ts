// Defines the permission to read the configuration of an editor screen. It requires the capability to edit entries of the content
// type, to assign terms of the taxonomy, or to manage the settings of the site (protocol.md §20).
import type { ViewConfigEndpoints } from '../../../contract/cms-v2/view-config.ts';
import type { Contract } from '../../../contract/contract.ts';
import { ApiError } from '../../api-error.ts';
import type { Permissions } from '../../http/implement.ts';
import type { ScreenResource, ViewConfigTargets } from './operations.ts';

const forbiddenError = { code: 'rest_cannot_read', message: 'You are not allowed to view this screen configuration.' };

/** Returns the type, taxonomy or site with this kind and name; undefined if it does not exist. */
function findScreenResource(contract: Contract, kind: string, name: string): ScreenResource | undefined {
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
): Permissions<ViewConfigEndpoints, ViewConfigTargets> => ({
  'read-view-config': {
    async load({ args: { kind = '', name = '' } }) {
      const resource = findScreenResource(contract, kind, name);
      if (!resource)
        throw new ApiError(
          'rest_view_config_invalid_entity',
          404,
          'No content type or taxonomy with this kind and name.',
        );
      return resource;
    },
    permit: ({ actor }, resource) => (actor.can(requiredCapability(resource)) ? undefined : forbiddenError),
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
