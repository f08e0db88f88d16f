// The frame of every screen: navigation, header and main region.
import { __, sprintf } from '@wordpress/i18n';
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchRoute, Redirect, useLocation, useRouter, useSearch } from 'wouter';
import type { Bootstrap } from '../../data/bootstrap.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { Loading } from '../../ui/loading.tsx';
import type { RouteParameters, ScreenProps } from '../../ui/screen-props.ts';
import { textOf } from '../../ui/text-of.ts';
import { targetOfEditorLink } from '../editor-links.ts';
import { loadScreen } from '../load-screen.ts';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { NotFound } from './not-found.tsx';

const screens = new Map<Route, ComponentType<ScreenProps>>(
  routes.map((route) => [route, lazy(() => loadScreen(route.load))]),
);

/** The frame with the screen of the URL. */
export function Shell() {
  const bootstrap = useBootstrap();
  const [location] = useLocation();
  const search = useSearch();
  const found = useRoute(bootstrap, location);
  const linked = targetOfEditorLink(location, search);
  // The path at which the navigation was opened on a small screen: going to another path closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location;
  const closeNavigation = useCallback(() => setOpenAt(undefined), []);
  const isFullScreen = found?.route.isFullScreen === true;
  useEditorCommands(bootstrap, isFullScreen);
  const main = useRef<HTMLElement>(null);
  useTitle(bootstrap, found);
  useFocusAfterNavigation(main, location);
  const content = (
    <ErrorBoundary key={location}>
      <Suspense fallback={<Loading label={__('Loading…')} />}>
        <Screen found={found} />
      </Suspense>
    </ErrorBoundary>
  );
  if (linked !== undefined) return <Redirect to={linked} replace />;
  if (isFullScreen) return content;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {__('Skip to content')}
      </a>
      <Header
        isNavigationOpen={isOpen}
        toggleNavigation={() => setOpenAt(isOpen ? undefined : location)}
        help={found ? found.route.help : 'admin'}
      />
      <Navigation isOpen={isOpen} close={closeNavigation} />
      <main id="main" ref={main} tabIndex={-1}>
        {content}
      </main>
    </div>
  );
}

/** Adds the commands of the admin to the palette of the editor, which replaces that of the other screens. */
function useEditorCommands(bootstrap: Bootstrap, isEditor: boolean): void {
  useEffect(() => {
    if (!isEditor) return;
    // Without them, the editor has only its own commands.
    import('../commands/editor-commands.ts').then((module) => module.registerEditorCommands(bootstrap), console.error);
  }, [bootstrap, isEditor]);
}

/** Starts loading the code of the screen at the current location, while the data of the user is still being loaded. */
export function usePreloadedScreen(): void {
  const { parser } = useRouter();
  const [location] = useLocation();
  useEffect(() => {
    const route = routes.find(({ path }) => matchRoute(parser, path, location)[0]);
    // If it fails, the screen loads its code again and reports the error.
    route?.load().catch(() => {});
  }, [parser, location]);
}

interface FoundRoute {
  readonly route: Route;
  readonly parameters: RouteParameters;
}

/** Returns the route of a location, unless the screen does not exist for this user. */
function useRoute(bootstrap: Bootstrap, location: string): FoundRoute | undefined {
  const { parser } = useRouter();
  return useMemo(() => {
    for (const route of routes) {
      const [isMatch, matched] = matchRoute(parser, route.path, location);
      if (!isMatch) continue;
      const parameters = Object.fromEntries(Object.entries(matched).map(([name, value]) => [name, value ?? '']));
      return route.isAvailable(bootstrap, parameters) ? { route, parameters } : undefined;
    }
    return undefined;
  }, [bootstrap, location, parser]);
}

function Screen({ found }: { readonly found: FoundRoute | undefined }) {
  const Component = found && screens.get(found.route);
  return Component ? <Component parameters={found.parameters} help={found.route.help} /> : <NotFound />;
}

function useTitle(bootstrap: Bootstrap, found: FoundRoute | undefined): void {
  const title = found ? found.route.title(bootstrap, found.parameters) : __('Page not found');
  useEffect(() => {
    // translators: 1: title of the page, 2: title of the site.
    document.title = sprintf(__('%1$s · %2$s'), title, textOf(bootstrap.site.title) || 'Octavo');
  }, [title, bootstrap]);
}

/**
 * Moves the focus to the main region after a navigation, so that screen readers and keyboards continue there, and scrolls to the top. After
 * *Back*, the browser scrolls to the previous position instead.
 */
function useFocusAfterNavigation(main: React.RefObject<HTMLElement>, location: string): void {
  const previous = useRef(location);
  const traversedTo = useRef<string>();
  useEffect(() => {
    const record = () => {
      traversedTo.current = window.location.href;
    };
    addEventListener('popstate', record);
    return () => removeEventListener('popstate', record);
  }, []);
  useEffect(() => {
    if (previous.current === location) return;
    previous.current = location;
    main.current?.focus({ preventScroll: true });
    if (traversedTo.current !== window.location.href) scrollTo(0, 0);
    traversedTo.current = undefined;
  }, [main, location]);
}
