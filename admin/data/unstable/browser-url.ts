// The editor writes URLs of its original screens into the address bar. Those of this admin replace them.

/**
 * Ignores the URLs that the editor writes, except for the displayed revision, so that the address bar contains the path of the screen. It
 * must be called before the editor starts.
 */
export function keepPathInAddressBar(): void {
  const replaceState = history.replaceState.bind(history);
  history.replaceState = (state, title, url) => {
    const [script, query] = String(url ?? '').split('?');
    if (script !== 'post.php') return replaceState(state, title, url);
    const revision = new URLSearchParams(query).get('revision');
    replaceState(state, title, location.pathname + (revision === null ? '' : `?${new URLSearchParams({ revision })}`));
  };
}
