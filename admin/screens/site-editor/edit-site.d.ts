// Types of the package, which contains none.
declare module '@wordpress/edit-site' {
  import type { Root } from 'react-dom/client';

  /** Starts the site editor in the element with an ID. */
  export function initializeEditor(elementId: string, settings: object): Root;
}
