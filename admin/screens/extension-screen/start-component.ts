// Loads the component of an extension, and gives it what docs/extensions.md documents.
import type { ExtensionScreen } from '../../data/bootstrap.ts';
import { type RequestOptions, send } from '../../data/client.ts';
import { currentLanguage } from '../../data/locale.ts';
import { adminPath } from '../../data/page.ts';
import type { Notice } from '../../ui/notices.tsx';

/** Ends what a component has started. */
type Cleanup = (() => void) | undefined;

interface Deps {
  /** The element in which the component renders. */
  readonly element: HTMLElement;
  readonly notify: (notice: Notice) => void;
  /** Receives whether the component has rendered the screen, or the error with which it has failed. */
  readonly setState: (state: 'ready' | Error) => void;
}

/** Starts the component of a screen. Returns a function that ends it. Errors of the component, also later ones of its end, are only reported. */
export function startComponent({ component, texts }: ExtensionScreen, { element, notify, setState }: Deps): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const translations = new Map(Object.entries(texts));
  const context = {
    ...{ element, signal, language: currentLanguage() },
    request: (path: string, options: RequestOptions = {}) => send(path, pickOptions(options, signal)),
    translate: (text: string) => translations.get(text) ?? text,
    notify: (kind: Notice['kind'], text: string) => {
      if (!signal.aborted) notify({ kind: kind === 'error' ? 'error' : 'success', text: String(text) });
    },
  };
  const started = run(`${adminPath}/${component}`, context);
  started.then(
    () => !signal.aborted && setState('ready'),
    (error: unknown) => {
      if (signal.aborted) return;
      console.warn(error);
      setState(error instanceof Error ? error : new Error(String(error)));
    },
  );
  return () => {
    controller.abort();
    started.then((cleanup) => cleanup?.()).catch((error: unknown) => console.warn(error));
  };
}

async function run(url: string, context: object): Promise<Cleanup> {
  const module: { readonly default?: unknown } = await import(url);
  if (typeof module.default !== 'function') throw new Error(`${url} does not export a function as its default.`);
  const cleanup: unknown = await module.default(context);
  return typeof cleanup === 'function' ? () => void cleanup() : undefined;
}

/** Returns the documented options of a request, with a signal that also aborts when the user leaves the screen. */
function pickOptions({ method, query, body, ifMatch, signal }: RequestOptions, end: AbortSignal): RequestOptions {
  return {
    ...(method && { method }),
    ...(query && { query }),
    ...(body && { body }),
    ...(ifMatch !== undefined && { ifMatch }),
    signal: signal ? AbortSignal.any([signal, end]) : end,
  };
}
