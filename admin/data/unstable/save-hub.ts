// Finds the place of the button that saves the design, beside which the packages have no slot.
import { useEffect, useState } from 'react';

/** The element at the end of the menu of the site editor with the button that saves. */
const selector = '.edit-site-save-hub';

/** Returns this element while it is displayed; null while the canvas fills the page, whose header has a menu instead. */
export function useSaveHub(): Element | null {
  const [element, setElement] = useState<Element | null>(null);
  useEffect(() => {
    const find = () => setElement(document.querySelector(selector));
    const observer = new MutationObserver(find);
    observer.observe(document.body, { childList: true, subtree: true });
    find();
    return () => observer.disconnect();
  }, []);
  return element;
}
