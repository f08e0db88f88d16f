// Adds the commands of the admin to the command palette of the editor, so that the editor has one palette with all commands.
import { store as commandsStore } from '@wordpress/commands';
import { dispatch } from '@wordpress/data';
import type { Bootstrap } from '../../data/bootstrap.ts';
import { accountPaths, adminPath } from '../../data/page.ts';
import { commandsOf } from './commands.ts';

/**
 * Registers the commands. They load a document, and the browser asks before it leaves unsaved changes. Guides are opened in a new tab, so
 * that they can be read while writing.
 */
export function registerEditorCommands(bootstrap: Bootstrap): void {
  const { registerCommand } = dispatch(commandsStore);
  for (const { id, group, label, path } of commandsOf(bootstrap))
    void registerCommand({
      ...{ name: `octavo/${id}`, label, category: path === undefined ? 'action' : 'view' },
      callback: ({ close }: { readonly close: () => void }) => {
        close();
        if (group === 'guide') open(adminPath + path, '_blank', 'noopener');
        else location.assign(path === undefined ? accountPaths.signOut : adminPath + path);
      },
    });
}
