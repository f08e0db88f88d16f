// The types of `@wordpress/commands` that the admin uses: the package has none.
declare module '@wordpress/commands' {
  import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';
  import type { ReactNode } from 'react';

  /** A command in the palette of the editor. */
  export interface EditorCommand {
    readonly name: string;
    readonly label: string;
    readonly category: string;
    readonly callback: (options: { readonly close: () => void }) => void;
  }

  /** A group of commands that depends on the state of the editor. */
  export interface CommandLoader {
    readonly name: string;
  }

  /** The actions of the store. */
  interface Actions {
    readonly registerCommand: (command: EditorCommand) => object;
    readonly registerCommandLoader: (loader: CommandLoader) => object;
  }

  export const store: StoreDescriptor<ReduxStoreConfig<unknown, Actions, object>>;

  /** The palette, which opens with Ctrl+K or Cmd+K and with the title in the header of the editor. */
  export function CommandMenu(): ReactNode;
}
