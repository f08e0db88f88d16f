// A placeholder for content that is being loaded.
import { useSlow } from './use-slow.ts';

/** Displays a label after a short time, which screen readers announce. */
export function Loading({ label }: { readonly label: string }) {
  const isSlow = useSlow(true);
  return (
    <p className="loading" role="status">
      {isSlow ? label : ''}
    </p>
  );
}
