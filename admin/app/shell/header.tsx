// The header of every screen: the site, the command palette, the help, the user, and a button for the navigation on small screens.
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import { findGuideTitle } from '../../data/resources/guides.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import type { HelpTarget } from '../../ui/guides.ts';
import { paths } from '../../ui/paths.ts';
import { textOf } from '../../ui/text-of.ts';
import { PaletteLauncher } from '../commands/launcher.tsx';
import { navigationId } from './navigation.tsx';
import { SignOut, useSignOut } from './sign-out.tsx';

interface Props {
  readonly isNavigationOpen: boolean;
  readonly toggleNavigation: () => void;
  /** The help for the screen; null if there is none. */
  readonly help: HelpTarget | null;
}

/** The header. */
export function Header({ isNavigationOpen, toggleNavigation, help }: Props) {
  const { site, user } = useBootstrap();
  const { signOut, dialog } = useSignOut();
  return (
    <header className="header">
      <button
        type="button"
        className="button menu-button"
        aria-expanded={isNavigationOpen}
        aria-controls={navigationId}
        onClick={toggleNavigation}
      >
        {__('Menu')}
      </button>
      <a className="site-title" href={`${site.home}/`}>
        {textOf(site.title) || 'Octavo'}
      </a>
      <PaletteLauncher signOut={signOut} />
      {help !== null && <HelpLink target={help} />}
      <nav className="account" aria-label={__('Account')}>
        <Link href={paths.profile}>{textOf(user.name)}</Link>
        <SignOut run={signOut} />
      </nav>
      {dialog}
    </header>
  );
}

/** A link to the guide that describes the screen. On small screens, it is a question mark. */
function HelpLink({ target }: { readonly target: HelpTarget }) {
  const title = findGuideTitle(target.replace(/#.*/, '')) ?? '';
  return (
    <Link href={paths.help(target)} className="help-link" aria-label={`${__('Help')}: ${title}`}>
      <span className="word">{__('Help')}</span>
      <span className="mark">?</span>
    </Link>
  );
}
