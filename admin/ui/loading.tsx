// A placeholder for content that is being loaded.
import { useEffect, useState } from 'react';

/** Delay before the placeholder appears, in milliseconds, so that it does not flash when content is loaded quickly. */
const delayMs = 200;

/** Displays a label after a short time, which screen readers announce. */
export function Loading({ label }: { readonly label: string }) {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setVisible, delayMs, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="loading" role="status">
      {isVisible ? label : ''}
    </p>
  );
}
