// The admin: loads what every screen needs, then displays the screen of the URL.

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { Router } from 'wouter';
import { loadBootstrap } from '../data/bootstrap.ts';
import { ApiError } from '../data/client.ts';
import { accountPaths, adminPath } from '../data/page.ts';
import { BootstrapContext } from '../data/use-bootstrap.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Shell, usePreloadedScreen } from './shell/shell.tsx';
import { SignInDialog } from './shell/sign-in-dialog.tsx';

/** Returns how often a request is repeated after an error. A busy service rejects requests for some seconds. */
const maxRetries = (error: unknown): number => {
  if (!(error instanceof ApiError)) return 0;
  return error.status === 503 ? 5 : error.status === 0 ? 2 : 0;
};

const queries = new QueryClient({
  defaultOptions: { queries: { retry: (count, error) => count < maxRetries(error), staleTime: 10_000 } },
});

/** The complete admin. */
export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <Router base={adminPath}>
          <Start />
          <SignInDialog />
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

function Start() {
  usePreloadedScreen();
  const { data, error, refetch } = useQuery({ queryKey: ['bootstrap'], queryFn: loadBootstrap, staleTime: Infinity });
  if (error instanceof ApiError && error.status === 401) {
    signInAndReturn();
    return <Loading label={__('Signing in…')} />;
  }
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading label={__('Loading…')} />;
  return (
    <BootstrapContext.Provider value={data}>
      <NoticesProvider>
        <Shell />
      </NoticesProvider>
    </BootstrapContext.Provider>
  );
}

function signInAndReturn(): void {
  const next = location.pathname + location.search + location.hash;
  location.replace(`${accountPaths.signIn}?${new URLSearchParams({ next })}`);
}
