// Types of the package, which contains none.
declare module '@wordpress/edit-post' {
  import type { Root } from 'react-dom/client';

  /** Starts the editor in the element with an ID. */
  export function initializeEditor(
    elementId: string,
    type: string,
    id: number,
    settings: object,
    initialEdits: object,
  ): Root;
}
