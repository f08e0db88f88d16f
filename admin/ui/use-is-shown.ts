// Finds out whether a component is still shown when work that it has started ends.
import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref that is true while the component is shown. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
