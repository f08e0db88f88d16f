// The frame and the common properties of all tables of records.
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { DocumentLink } from './document-link.tsx';
import { PackageTheme } from './package-theme.tsx';
import { useNamedPopovers } from './use-named-popovers.ts';

/** The frame of a table (`DataViews`), with the colors of the admin and accessible names that the package leaves out. */
export function ListFrame({ children }: { readonly children: ReactNode }) {
  useNamedPopovers();
  return <PackageTheme>{children}</PackageTheme>;
}

/** A page of a list. */
interface DisplayedPage<T> {
  readonly items: readonly T[];
  /** The number of records on all pages. */
  readonly total: number;
  readonly pages: number;
}

/**
 * Returns the properties of a table that shows a page; undefined is a page that is being loaded. Rows can be used while others are loaded:
 * making them inert would take the focus away.
 */
export const pageProps = <T,>(page: DisplayedPage<T> | undefined) => ({
  data: page ? [...page.items] : [],
  isLoading: page === undefined,
  paginationInfo: { totalItems: page?.total ?? 0, totalPages: page?.pages ?? 0 },
  defaultLayouts: { table: {} },
});

interface LinkOptions<T> {
  readonly opensDocuments?: boolean;
  readonly nameOf?: (item: T) => string;
}

/**
 * Returns the properties of a table whose titles are links. `pathOf` returns the path below the admin that the title of a record opens;
 * undefined if it opens nothing. `opensDocuments`: whether these paths are loaded as new documents, as the editor is. `nameOf` returns the
 * name of the links around images, which have no text.
 */
export const linkProps = <T,>(
  pathOf: (item: T) => string | undefined,
  { opensDocuments = false, nameOf }: LinkOptions<T> = {},
) => ({
  isItemClickable: (item: T) => pathOf(item) !== undefined,
  renderItemLink: ({ item, ...others }: { item: T } & ComponentProps<'a'>) => {
    const path = pathOf(item) ?? '';
    const isAroundImage = others.className?.includes('media') === true;
    const rest = isAroundImage && nameOf ? { ...others, 'aria-label': nameOf(item) } : others;
    return opensDocuments ? <DocumentLink {...rest} path={path} /> : <Link {...rest} href={path} />;
  },
});
