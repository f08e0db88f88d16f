// The extensions that this instance knows, as plugins are told of. Which of them are served is decided where the service is
// configured, never by a request.
import { type Call, type ExtensionServices, type KnownExtension, Refusal } from 'octavo/extension';
import { sentText } from './sent.ts';

/** An extension as it is shown. */
export const shownPlugin = ({ name, title, isServed, isBuiltIn, ...rest }: KnownExtension) => ({
  ...{ slug: name, name: title, description: rest.description, version: rest.version, namespace: rest.namespace },
  ...{ is_installed: isServed, is_activated: isServed, is_built_in: isBuiltIn },
});

/** The extension `slug`. Throws Refusal 404 where none has this name. */
export async function knownPlugin({ knownExtensions }: ExtensionServices, call: Call): Promise<KnownExtension> {
  const slug = call.spelling.name(sentText(call, 'slug'));
  const found = (await knownExtensions()).find(({ name }) => name === slug);
  if (found) return found;
  throw new Refusal('mail_smtp_unknown_plugin', 404, 'This instance knows no extension of this name.');
}
