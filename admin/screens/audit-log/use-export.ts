// Saves the audit log in a file.
import { __ } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import type { QueryValue } from '../../data/client.ts';
import { listAllAuditEvents } from '../../data/resources/audit-log.ts';
import { useNotices } from '../../ui/notices.tsx';
import { saveCsv } from '../../ui/save-text.ts';
import { messageOf } from '../../ui/to-error.ts';
import { eventsToCsv } from './csv.ts';

/**
 * Returns a function that saves all events that match a query as CSV, and the number of events that were read; undefined while no export is
 * running. The export ends when the screen is closed.
 */
export function useExport(query: Readonly<Record<string, QueryValue>>) {
  const notify = useNotices();
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const run = async (signal: AbortSignal) => {
    try {
      const events = await listAllAuditEvents(query, setCount, signal);
      saveCsv(eventsToCsv(events), 'audit-log.csv');
      notify({ kind: 'success', text: __('The audit log was exported.') });
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
  return { start, count };
}
