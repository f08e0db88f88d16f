// The script of the API reference, which configures the viewer. It runs in browsers.
import { viewerStyles } from './docs-styles.ts';

/**
 * The script, which runs before that of the viewer. It adds the nonce of the page to the style sheets that the viewer creates, and sends
 * requests only to this API. Requests with an Authorization header are sent without cookies, because a session takes precedence over
 * credentials; all others contain the nonce of the session, if there is one.
 */
export const docsScript = `'use strict';
(() => {
  const { nonce: pageNonce } = document.currentScript;
  const element = document.getElementById('reference');
  const { document: documentUrl, nonceHeader, nonceUrl, signInUrl } = element.dataset;
  const root = new URL('.', location.href).href;
  const send = window.fetch.bind(window);
  const createElement = document.createElement.bind(document);
  const nonceLifetimeMs = 300000;
  let sessionNonce;
  let readAt = -Infinity;

  document.createElement = (name, options) => {
    const created = createElement(name, options);
    if (created instanceof HTMLStyleElement) created.nonce = pageNonce;
    return created;
  };

  async function currentNonce() {
    if (performance.now() - readAt > nonceLifetimeMs) {
      const response = await send(nonceUrl, { cache: 'no-store' });
      sessionNonce = response.ok ? await response.text() : undefined;
      readAt = performance.now();
    }
    return sessionNonce;
  }

  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(root)) throw new TypeError('The API reference sends requests only to ' + root);
    if (request.headers.has('Authorization')) return send(request, { credentials: 'omit' });
    const value = await currentNonce();
    if (value !== undefined) request.headers.set(nonceHeader, value);
    return send(request);
  };

  // The viewer would send optional parameters with their defaults, or with the first of their values.
  function disableOptionalParameters({ paths, components }) {
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const declared = operations.flatMap(({ parameters }) => parameters);
    for (const parameter of [...declared, ...Object.values(components.parameters)]) {
      const { required, schema } = parameter;
      const value = schema?.default ?? schema?.enum?.[0];
      if (required !== false || value === undefined) continue;
      parameter.examples = { default: { value, 'x-disabled': true } };
    }
  }

  function showAccount(isSignedIn) {
    const section = document.querySelector('.account');
    section.textContent = isSignedIn
      ? 'You are signed in: test requests use your session, unless you enter an application password.'
      : 'You are not signed in: test requests are anonymous, unless you enter an application password. ';
    if (!isSignedIn) {
      const link = createElement('a');
      link.href = signInUrl + '?next=' + encodeURIComponent(location.pathname);
      link.textContent = 'Sign in';
      section.append(link);
    }
    section.hidden = false;
  }

  function showFailure() {
    const text = createElement('p');
    text.className = 'message';
    text.setAttribute('role', 'alert');
    text.textContent = 'The API reference could not be loaded; reload the page.';
    element.replaceChildren(text);
  }

  async function start() {
    const response = await send(documentUrl);
    if (!response.ok) throw new Error(documentUrl + ' returned ' + response.status);
    const description = await response.json();
    disableOptionalParameters(description);
    showAccount((await currentNonce()) !== undefined);
    element.replaceChildren();
    Scalar.createApiReference(element, {
      content: { ...description, servers: [{ url: root.slice(0, -1) }] },
      theme: 'none',
      customCss: ${JSON.stringify(viewerStyles)},
      withDefaultFonts: false,
      hideDarkModeToggle: true,
      telemetry: false,
      persistAuth: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      documentDownloadType: 'direct',
      authentication: { preferredSecurityScheme: 'applicationPassword' },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    });
  }

  document.addEventListener('DOMContentLoaded', () =>
    start().catch((error) => {
      console.error(error);
      showFailure();
    }),
  );
})();
`;
