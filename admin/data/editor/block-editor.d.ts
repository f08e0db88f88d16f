// Types of what the admin uses of the package, which contains none.
declare module '@wordpress/block-editor' {
  import type { Block } from '@wordpress/blocks';
  import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';
  import type { ComponentType, HTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';

  /** Returns the properties of the element that represents a block. */
  export function useBlockProps(props?: object): HTMLAttributes<HTMLElement>;

  /** Displays controls in the toolbar of the selected block. */
  export const BlockControls: ComponentType<{ readonly group?: string; readonly children: ReactNode }>;

  interface PlainTextProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
    readonly value: string;
    readonly onChange: (value: string) => void;
  }

  /** A text area that is as high as its text. */
  export const PlainText: ComponentType<PlainTextProps>;

  interface Selectors {
    /** Returns the block in which the selection begins; null or undefined without a selection. */
    getBlockSelectionStart(): string | null | undefined;
    getBlocks(): readonly Block[];
  }

  interface Actions {
    replaceBlocks(clientId: string, blocks: readonly Block[]): void;
  }

  export const store: StoreDescriptor<ReduxStoreConfig<unknown, Actions, Selectors>>;
}
