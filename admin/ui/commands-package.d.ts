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

  /** The actions of the store. */
  interface Actions {
    readonly registerCommand: (command: EditorCommand) => object;
  }

  export const store: StoreDescriptor<ReduxStoreConfig<unknown, Actions, object>>;

  /** The palette, which opens with Ctrl+K or Cmd+K and with the title in the header of the editor. */
  export function CommandMenu(): ReactNode;
}
