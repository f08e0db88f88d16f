// Gives the popovers of filters accessible names, which the package leaves out.
import { useEffect } from 'react';

const unnamed = '.dataviews-filters__summary-popover[role="dialog"]:not([aria-label])';

/** Names each popover of a filter after the button that has opened it, while the calling component is rendered. */
export function useNamedPopovers(): void {
  useEffect(() => {
    const observer = new MutationObserver(() => {
      for (const popover of document.querySelectorAll(unnamed)) {
        const button = document.querySelector('.dataviews-filters__summary-chip[aria-expanded="true"]');
        if (button?.textContent) popover.setAttribute('aria-label', button.textContent);
      }
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}
