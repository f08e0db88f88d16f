// Has the browser ask before it closes a page on which something would be lost.
import { useEffect } from 'react';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Each caller has a reason of its own, because several things can be lost at once. */
const reasons = new Set<object>();

/** Has the browser ask before it closes the page, or not any more. `reason` identifies the caller. */
export function askBeforeClosing(reason: object, shouldAsk: boolean): void {
  if (shouldAsk) reasons.add(reason);
  else reasons.delete(reason);
  // Browsers keep pages without such a listener in memory when the user leaves them.
  if (reasons.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

/** Has the browser ask before it closes the page, while `shouldAsk` is true and the component is displayed. */
export function useAskBeforeClosing(shouldAsk: boolean): void {
  useEffect(() => {
    if (!shouldAsk) return;
    const reason = {};
    askBeforeClosing(reason, true);
    return () => askBeforeClosing(reason, false);
  }, [shouldAsk]);
}
