// Gives the popovers of the table accessible names, which the package leaves out.
import { useEffect } from 'react';

/** The popovers without a name, and the buttons that open them. */
const popovers: readonly { readonly unnamed: string; readonly button: string }[] = [
  {
    unnamed: '.dataviews-filters__summary-popover:not([aria-label])',
    button: '.dataviews-filters__summary-chip[aria-expanded="true"]',
  },
  {
    unnamed: '.dataviews-config__popover:not([aria-label])',
    button: '[aria-controls^="dataviews-view-config-dropdown"]',
  },
];

/** Names each popover after the button that has opened it, while the calling component is rendered. */
export function useNamedPopovers(): void {
  useEffect(() => {
    const observer = new MutationObserver(() => {
      for (const { unnamed, button } of popovers)
        for (const popover of document.querySelectorAll(unnamed)) {
          const opener = document.querySelector(button);
          const name = opener?.ariaLabel ?? opener?.textContent;
          if (!name) continue;
          popover.role = 'dialog';
          popover.ariaLabel = name;
        }
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}
