// The navigation: the home screen and the lists of all content types that the user may edit.
import { __ } from '@wordpress/i18n';
import { Link, useLocation } from 'wouter';
import { licensesUrl } from '../../data/page.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { paths } from '../../ui/paths.ts';

/** The ID of the element, to which the button in the header refers. */
export const navigationId = 'navigation';

/** The navigation. On small screens, it is displayed only while it is open. */
export function Navigation({ isOpen }: { readonly isOpen: boolean }) {
  const { types } = useBootstrap();
  return (
    <nav id={navigationId} className={isOpen ? 'navigation open' : 'navigation'} aria-label={__('Admin')}>
      <ul>
        <Item path={paths.home} label={__('Home')} />
        {types.map(({ slug, name }) => (
          <Item key={slug} path={paths.entries(slug)} label={name} />
        ))}
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
