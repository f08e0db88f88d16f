// Implements the endpoints of extensions, which the API calls plugins (protocol.md §20).
import { type PluginEndpoints, type pluginFields, pluginsModule } from '../../../contract/cms-v2/plugins.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import type { Call, Module, PermissionError, Presenter } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';

/** Presented properties of an enabled extension. */
interface InstalledExtension {
  readonly name: string;
  readonly version: string;
  /** Display name. */
  readonly title: string;
  readonly description: string;
  readonly author?: string;
}

/** Permission errors. Extensions are enabled and disabled in the operator's configuration only. */
const forbiddenErrors = {
  list: { code: 'rest_cannot_view_plugins', message: 'You are not allowed to list extensions.' },
  read: { code: 'rest_cannot_view_plugin', message: 'You are not allowed to view this extension.' },
  install: {
    code: 'rest_cannot_install_plugin',
    message: 'Extensions cannot be installed through the API; add them to the configuration instead.',
  },
  manage: { code: 'rest_cannot_manage_plugins', message: 'You are not allowed to manage extensions.' },
  deactivate: {
    code: 'rest_cannot_deactivate_plugin',
    message: 'Extensions cannot be deactivated through the API; remove them from the configuration instead.',
  },
} as const;

/** The targets of the permissions. They are undefined for unknown extensions. */
type PluginTargets = {
  'read-plugin': InstalledExtension | undefined;
  'update-plugin': InstalledExtension | undefined;
  'delete-plugin': InstalledExtension | undefined;
};

const errorUnless = (isAllowed: boolean, error: PermissionError): PermissionError | undefined =>
  isAllowed ? undefined : error;
const canActivate = (actor: Actor): boolean => actor.can('activate_plugins');

/** Returns the extension that a permission has loaded. Throws ApiError 404 `rest_plugin_not_found` if it is unknown. */
function requireExtension(extension: InstalledExtension | undefined): InstalledExtension {
  if (!extension) throw new ApiError('rest_plugin_not_found', 404, 'No extension with this name.');
  return extension;
}

/** Returns the permissions of extensions, keyed by their names in the contract. */
function definePluginPermissions(
  extensions: readonly InstalledExtension[],
): Permissions<PluginEndpoints, PluginTargets> {
  const load = async ({ path }: Call): Promise<InstalledExtension | undefined> =>
    extensions.find(({ name }) => name === path.plugin);
  /**
   * Returns the error unless the caller has the permission. Checks after that whether the extension exists, so that the names of
   * extensions are not disclosed.
   */
  const validateKnown = (isAllowed: boolean, error: PermissionError, extension: InstalledExtension | undefined) => {
    if (!isAllowed) return error;
    requireExtension(extension);
    return undefined;
  };
  return {
    'list-plugins': { permit: ({ actor }) => errorUnless(canActivate(actor), forbiddenErrors.list) },
    'read-plugin': {
      load,
      permit: ({ actor }, extension) => validateKnown(canActivate(actor), forbiddenErrors.read, extension),
    },
    'install-plugin': { permit: () => forbiddenErrors.install },
    'update-plugin': {
      load,
      permit: ({ actor, args }, extension) =>
        validateKnown(canActivate(actor), forbiddenErrors.manage, extension) ??
        errorUnless(args.status !== 'inactive', forbiddenErrors.deactivate),
    },
    'delete-plugin': {
      load,
      permit: ({ actor }, extension) =>
        validateKnown(canActivate(actor) && actor.can('delete_plugins'), forbiddenErrors.manage, extension),
    },
  };
}

const pluginPresenter: Presenter<typeof pluginFields, InstalledExtension, undefined> = {
  prepare: async () => undefined,
  fields: {
    plugin: ({ name }) => name,
    status: () => 'active',
    name: ({ title }) => title,
    plugin_uri: () => '',
    author: ({ author = '' }) => author,
    author_uri: () => '',
    description: ({ description }) => ({ raw: description, rendered: escapeLiteral(description) }),
    version: ({ version }) => version,
    network_only: () => false,
    requires_cms: () => '',
    requires_runtime: () => '',
    textdomain: ({ name }) => name,
  },
  facts: ({ name }) => ({ plugin: name }),
};

/** Returns the module of extensions. */
export function pluginsEndpoints(extensions: readonly InstalledExtension[]): Module {
  return implement(pluginsModule, {
    permissions: definePluginPermissions(extensions),
    operations: {
      // GET /cms/v2/plugins: lists the extensions.
      /**
       * Responds with the matching extensions, without pagination. Only enabled extensions are known, and all of them are active.
       */
      'list-plugins': {
        async run({ args: { search = '', status = [] } }) {
          const searchText = search.trim().toLowerCase();
          const rows = extensions.filter(
            ({ title, description }) =>
              (status.length === 0 || status.includes('active')) &&
              `${title}\n${description}`.toLowerCase().includes(searchText),
          );
          return { kind: 'list', rows };
        },
      },

      // GET /cms/v2/plugins/<plugin>: returns an extension.
      /** Responds with the extension that was loaded for the permission check. */
      'get-plugin': {
        run: async (_call, extension) => ({ kind: 'record', row: requireExtension(extension) }),
      },

      // POST /cms/v2/plugins: always rejected, because extensions cannot be installed through the API.
      /**
       * Always throws ApiError 401 or 403 `rest_cannot_install_plugin`. In practice it is not called, because the permission
       * `install-plugin` rejects all callers first.
       */
      'create-plugin': {
        async run({ actor }) {
          throw permissionApiError(forbiddenErrors.install, actor);
        },
      },

      // POST, PUT and PATCH /cms/v2/plugins/<plugin>: change nothing, because extensions are always active; the permission
      // rejects their deactivation.
      /** Responds with the unchanged extension in the edit context. Throws ApiError 412 if `If-Match` does not match. */
      'update-plugin': {
        async run({ requireMatch }, extension) {
          await requireMatch();
          return { kind: 'record', row: requireExtension(extension), context: 'edit' };
        },
      },

      // DELETE /cms/v2/plugins/<plugin>: always rejected, because extensions cannot be deleted through the API.
      /** Always throws ApiError 400 `rest_cannot_delete_active_plugin`, because all enabled extensions are active. */
      'delete-plugin': {
        async run() {
          throw new ApiError('rest_cannot_delete_active_plugin', 400, 'Active extensions cannot be deleted.');
        },
      },
    },
    presenter: pluginPresenter,
  });
}
