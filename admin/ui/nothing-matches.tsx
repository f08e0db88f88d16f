// The list without the records that its search and its filters exclude.
import { __ } from '@wordpress/i18n';

interface Props {
  readonly text: string;
  /** Clears the search and the filters. */
  readonly clear: () => void;
}

/** Says that nothing matches, and offers to clear the search and the filters. */
export const NothingMatches = ({ text, clear }: Props) => (
  <div className="empty">
    <p>{text}</p>
    <button type="button" className="button" onClick={clear}>
      {__('Clear search and filters')}
    </button>
  </div>
);
