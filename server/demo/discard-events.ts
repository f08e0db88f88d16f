// Deletes the events of the demo content, so that no webhook and no extension reacts to it.
import { type Slots, statement } from '../database/statement.ts';
import type { DemoRun } from './run.ts';

const deleteEventsStatement = statement((q, p: Slots<{ kind: string; subjects: number[] }>) =>
  q.deleteFrom('events').where('kind', '=', p.kind).where(q.dialect.inList('subject', p.subjects)),
);

/**
 * Deletes the events that were recorded in the transaction of a run. Other transactions cannot have recorded events of these kinds for
 * these IDs, because they do not see what was created, and what was deleted has no other event of this kind.
 */
export async function discardEvents({ tx, changes }: Pick<DemoRun, 'tx' | 'changes'>): Promise<void> {
  for (const [kind, subjects] of changes) await tx.run(deleteEventsStatement, { kind, subjects });
}
