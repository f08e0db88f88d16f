// Displays how far the creation or the restore of a backup has come.
import { __, sprintf } from '@wordpress/i18n';

interface Props {
  readonly label: string;
  /** The progress, from 0 to 1. */
  readonly done: number;
}

/** A progress bar with its label. */
export function Progress({ label, done }: Props) {
  const percent = Math.floor(done * 100);
  return (
    <div className="progress">
      {/* translators: 1: what is in progress, 2: number of percent. */}
      <span>{sprintf(__('%1$s %2$d%%'), label, percent)}</span>
      <progress max={100} value={percent} aria-label={label} />
    </div>
  );
}
