// The button that saves what a list contains in files.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { useNotices } from './notices.tsx';
import { messageOf } from './to-error.ts';

/**
 * Saves files, and resolves with a text about what was saved. `onProgress` is called with the number of records that were read until then.
 * Rejects if reading fails or `signal` aborts.
 */
export type SaveExport = (onProgress: (count: number) => void, signal: AbortSignal) => Promise<string>;

interface Props {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly save: SaveExport;
}

/** The button. It shows the progress, and reports the end or the failure. The export ends when the screen is closed. */
export function ExportButton({ label, isDisabled = false, save }: Props) {
  const notify = useNotices();
  /** The number of records that were read; undefined while no export is running. */
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const run = async (signal: AbortSignal) => {
    try {
      notify({ kind: 'success', text: await save(setCount, signal) });
    } catch (error) {
      if (signal.aborted) return;
      notify({ kind: 'error', text: messageOf(error) });
    }
    setCount(undefined);
  };
  const start = () => {
    running.current = new AbortController();
    setCount(0);
    void run(running.current.signal);
  };
  return (
    <button type="button" className="button" disabled={isDisabled || count !== undefined} onClick={start}>
      {count === undefined ? label : /* translators: %d: number of records. */ sprintf(__('Exporting… (%d)'), count)}
    </button>
  );
}
