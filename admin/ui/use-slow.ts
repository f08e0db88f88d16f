// Detects work that takes long enough to be shown.
import { useEffect, useState } from 'react';

/** Delay before users see that something is being loaded, in milliseconds, so that nothing flashes when it is loaded quickly. */
const delayMs = 200;

/** Whether something has been going on for a while. */
export function useSlow(isActive: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(setSlow, delayMs, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isActive]);
  return isSlow;
}
