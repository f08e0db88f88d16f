// A screen with a component of an extension, which is a function that renders into an element (docs/extensions.md).
import { __ } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useNotices } from '../../ui/notices.tsx';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { startComponent } from './start-component.ts';

/** The screen. */
export default function ExtensionScreen({ parameters }: ScreenProps) {
  const { extensionScreens } = useBootstrap();
  const { extension, screen: name } = parameters;
  const screen = extensionScreens.find((each) => each.extension === extension && each.name === name);
  const notify = useNotices();
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | Error>('loading');
  useEffect(() => {
    const { current } = frame;
    if (!current || !screen) return;
    // The component receives an element of its own, because it may continue after the user has left the screen.
    const element = document.createElement('div');
    current.append(element);
    setState('loading');
    const stop = startComponent(screen, { element, notify, setState });
    return () => {
      stop();
      element.remove();
    };
  }, [screen, notify]);
  return (
    <>
      <h1>{screen?.title}</h1>
      {state === 'loading' && <p className="quiet">{__('Loading…')}</p>}
      {state instanceof Error && <ComponentFailure error={state} />}
      <div ref={frame} className="extension-screen" aria-busy={state === 'loading'} />
    </>
  );
}

function ComponentFailure({ error }: { readonly error: Error }) {
  return (
    <div role="alert">
      <p>
        {__(
          'This screen of an extension has failed. Reload the page to try again, or ask the developer of the extension.',
        )}
      </p>
      <p className="error">{error.message}</p>
      <p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {__('Reload')}
        </button>
      </p>
    </div>
  );
}
