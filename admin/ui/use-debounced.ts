// Delays values that change often.
import { useEffect, useState } from 'react';

/** Returns a value after it has not changed for some time, in milliseconds. The first value is returned at once. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
