// The navigation: links to the screens that the user may use, in groups.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { licensesUrl } from '../../data/page.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { paths } from '../../ui/paths.ts';
import { textOf } from '../../ui/text-of.ts';
import { linksOf } from '../links.ts';
import type { NavigationLink } from '../routes/route.ts';

/** The ID of the element, to which the button in the header refers. */
export const navigationId = 'navigation';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** The navigation. On small screens, it is displayed only while it is open, and contains the link to the account. */
export function Navigation({ isOpen, close }: Props) {
  const bootstrap = useBootstrap();
  const links = useMemo(() => linksOf(bootstrap), [bootstrap]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      // The focus would be lost with the links.
      document.querySelector<HTMLElement>(`[aria-controls="${navigationId}"]`)?.focus();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [isOpen, close]);
  return (
    <nav id={navigationId} className={isOpen ? 'navigation open' : 'navigation'} aria-label={__('Admin')}>
      <div className="links">
        {groups.map((group) => (
          <LinkGroup key={group} links={links.filter((link) => link.group === group)} />
        ))}
        <p className="account-item">
          {/* translators: %s: name of the user. */}
          <Link href={paths.profile}>{sprintf(__('Your account (%s)'), textOf(bootstrap.user.name))}</Link>
        </p>
        {licensesUrl !== undefined && (
          <p className="licenses">
            <a href={licensesUrl}>{__('Licenses')}</a>
          </p>
        )}
      </div>
    </nav>
  );
}

/** The groups in their order. */
const groups = ['content', 'site'] as const;

/** A list of links. Renders nothing if it is empty. */
function LinkGroup({ links }: { readonly links: readonly NavigationLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul>
      {links.map(({ path, label }) => (
        <Item key={path} path={path} label={label} />
      ))}
    </ul>
  );
}

function Item({ path, label }: { readonly path: string; readonly label: string }) {
  const [location] = useLocation();
  const isCurrent = path === paths.home ? location === path : location === path || location.startsWith(`${path}/`);
  return (
    <li>
      <Link href={path} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  );
}
