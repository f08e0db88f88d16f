// Implements the endpoint of previews of unsaved changes of the design.
import { type DesignPreviewEndpoints, designPreviewsModule } from '../../../contract/octavo-v1/design-previews.ts';
import { ApiError } from '../../api-error.ts';
import { ForeignKeyViolation } from '../../database/errors.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { Module, PermissionError } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { formatTimestamp } from '../../time/zone.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { previewNow } from '../entries/preview.ts';
import { formatChanges } from './changes.ts';
import { composeChanges } from './compose-changes.ts';
import { insertDesignPreview } from './store.ts';
import { createToken, designCapability, designPreviewParameter, hashToken } from './token.ts';

/** Lifetime of a preview, in seconds. */
const lifetimeSeconds = 3600;

const cannotPreview: PermissionError = {
  code: 'rest_cannot_preview_design',
  message: 'You are not allowed to change the design of the site.',
};

/** Callers without an account cannot have previews. */
const permissions: Permissions<DesignPreviewEndpoints> = {
  'create-design-preview': {
    permit: ({ actor }) => (actor.id !== 0 && actor.can(designCapability) ? undefined : cannotPreview),
  },
};

/**
 * Stores the changes, and responds 201 with the URL at which the public pages are displayed with them.
 *
 * Throws ApiError 400 `rest_design_preview_unavailable` if the service does not display the public pages, and the errors of
 * `composeChanges`.
 */
const createDesignPreview = (deps: EntryDeps): Operations<DesignPreviewEndpoints>['create-design-preview'] => ({
  async run(call) {
    const { database, site } = deps;
    if (site.urls.pages !== 'on')
      throw new ApiError(
        'rest_design_preview_unavailable',
        400,
        'The public pages of this site are not displayed by the service, so that it cannot preview changes of the design.',
      );
    const changes = formatChanges(await composeChanges(deps, call));
    const token = createToken();
    const created = previewNow(deps);
    const expires = created + lifetimeSeconds;
    const row = { token_hash: hashToken(site.key, token), user_id: call.actor.id, created, expires, changes };
    await database
      .transaction((tx) => insertDesignPreview(tx, row))
      .catch((error: unknown) => {
        // The account of the caller has been deleted during the request.
        throw error instanceof ForeignKeyViolation ? permissionApiError(cannotPreview, call.actor) : error;
      });
    const link = `${site.urls.home}/?${designPreviewParameter}=${token}`;
    return { kind: 'value', status: 201, value: { link, expires: formatTimestamp(expires * 1000) }, uncached: true };
  },
});

/** Returns the module of previews of unsaved changes of the design. */
export const designPreviewsEndpoints = (deps: EntryDeps): Module =>
  implement(designPreviewsModule, {
    permissions,
    operations: { 'create-design-preview': createDesignPreview(deps) },
  });
