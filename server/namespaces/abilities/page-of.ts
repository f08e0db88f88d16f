// A page of what is all in memory.
import type { Outcome } from '../../http/room.ts';

/** The page that is asked for; one behind the last is empty. */
export function pageOf(all: readonly unknown[], args: Readonly<Record<string, unknown>>): Outcome {
  const { page, per_page: perPage } = args as { page: number; per_page: number };
  const rows = all.slice((page - 1) * perPage, page * perPage);
  return { kind: 'list', rows, page: { total: all.length, perPage, page, stepsBack: true } };
}
