// The links to the neighboring pages of a list.
import { __, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';

interface Props {
  /** The accessible name of the links. */
  readonly label: string;
  /** The number of the displayed page, from 1. */
  readonly page: number;
  /** The number of pages. */
  readonly pages: number;
  /** Returns the path of a page below the admin. */
  readonly pathOf: (page: number) => string;
  /** The labels of the links. */
  readonly previous?: string;
  readonly next?: string;
}

/** The links; nothing if there is only one page. */
export function PageLinks({
  label,
  page,
  pages,
  pathOf,
  previous = __('Previous page'),
  next = __('Next page'),
}: Props) {
  if (pages <= 1) return null;
  return (
    <nav className="page-links" aria-label={label}>
      {page > 1 && (
        <Link className="button" href={pathOf(page - 1)}>
          {previous}
        </Link>
      )}
      {/* translators: 1: number of the page, 2: number of pages. */}
      <span>{sprintf(__('Page %1$d of %2$d'), page, pages)}</span>
      {page < pages && (
        <Link className="button" href={pathOf(page + 1)}>
          {next}
        </Link>
      )}
    </nav>
  );
}
