// Presents the available extensions as plugins. Only the configuration determines which of them are enabled.
import { ApiError, type Call, type ExtensionServices, type KnownExtension } from 'octavo/extension';
import { requireString } from './parameters.ts';

/** Formats an extension as a plugin object of an API response. */
export const presentPlugin = ({ name, title, isServed, isBuiltIn, ...rest }: KnownExtension) => ({
  ...{ slug: name, name: title, description: rest.description, version: rest.version, namespace: rest.namespace },
  ...{ is_installed: isServed, is_activated: isServed, is_built_in: isBuiltIn },
});

/** Returns the extension with the name in the parameter `slug`. Throws ApiError 404 `mail_smtp_unknown_plugin`. */
export async function requirePlugin(
  { knownExtensions }: ExtensionServices,
  call: Pick<Call, 'spelling' | 'submitted'>,
): Promise<KnownExtension> {
  const slug = call.spelling.name(requireString(call, 'slug'));
  const found = (await knownExtensions()).find(({ name }) => name === slug);
  if (found) return found;
  throw new ApiError('mail_smtp_unknown_plugin', 404, 'No extension with this name.');
}
