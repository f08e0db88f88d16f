// The navigation: the home screen and the lists of all content types that the user may edit.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { accountPaths, licensesUrl } from '../../data/page.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { paths } from '../../ui/paths.ts';

/** The ID of the element, to which the button in the header refers. */
export const navigationId = 'navigation';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** The navigation. On small screens, it is displayed only while it is open, and contains the link to the account. */
export function Navigation({ isOpen, close }: Props) {
  const { types, user } = useBootstrap();
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
      <ul>
        <Item path={paths.home} label={__('Home')} />
        {types.map(({ slug, name }) => (
          <Item key={slug} path={paths.entries(slug)} label={name} />
        ))}
        <li className="account-item">
          {/* translators: %s: name of the user. */}
          <a href={accountPaths.profile}>{sprintf(__('Your account (%s)'), user.name)}</a>
        </li>
      </ul>
      {licensesUrl !== undefined && (
        <p className="licenses">
          <a href={licensesUrl}>{__('Licenses')}</a>
        </p>
      )}
    </nav>
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
