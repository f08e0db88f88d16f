// Opens the command palette: with a button, and with Ctrl+K or Cmd+K.
import { __ } from '@wordpress/i18n';
import { type ComponentType, useEffect, useState } from 'react';
import { loadStyles } from '../../data/styles.ts';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';
import { loadScreen } from '../load-screen.ts';

interface Props {
  readonly signOut: () => void;
}

type Palette = ComponentType<Props & { readonly close: () => void }>;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

async function loadPalette(): Promise<Palette> {
  const [{ Palette }] = await Promise.all([loadScreen(() => import('./palette.tsx')), loadStyles('palette')]);
  return Palette;
}

/** The button, and the palette while it is open. The code of the palette is loaded when it is opened for the first time. */
export function PaletteLauncher({ signOut }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<Palette>();
  const notify = useNotices();
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
      event.preventDefault();
      // Another dialog must be closed first.
      if (document.querySelector('dialog[open]:not(.palette)')) return;
      setOpen((wasOpen) => !wasOpen);
    };
    addEventListener('keydown', toggle);
    return () => removeEventListener('keydown', toggle);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is loaded when the palette is opened.
  useEffect(() => {
    if (!isOpen || Loaded) return;
    loadPalette().then(
      (palette) => setLoaded(() => palette),
      (error: unknown) => {
        setOpen(false);
        notify({ kind: 'error', text: messageOf(error) });
      },
    );
  }, [isOpen, Loaded]);
  return (
    <>
      <button
        type="button"
        className="button palette-button"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {__('Search')}
        {/* translators: the keys that open the search. */}
        <span aria-hidden="true">{isApple ? '⌘K' : __('Ctrl K')}</span>
      </button>
      {isOpen && Loaded && <Loaded close={() => setOpen(false)} signOut={signOut} />}
    </>
  );
}
