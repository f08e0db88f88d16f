// Adds the parts of this admin to the site editor.
import { CommandMenu } from '@wordpress/commands';
import { registerPlugin } from '@wordpress/plugins';

/** Adds the command palette. It must be called once. */
export function registerSiteEditorPlugins(): void {
  registerPlugin('octavo', { render: () => <CommandMenu /> });
}
