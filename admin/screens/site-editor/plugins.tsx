// Adds the parts of this admin to the site editor.
import { CommandMenu } from '@wordpress/commands';
import { registerPlugin } from '@wordpress/plugins';
import { PreviewOnSite } from './preview-on-site.tsx';

/** Adds the command palette and the preview on the public pages. It must be called once. */
export function registerSiteEditorPlugins(): void {
  registerPlugin('octavo', {
    render: () => (
      <>
        <CommandMenu />
        <PreviewOnSite />
      </>
    ),
  });
}
