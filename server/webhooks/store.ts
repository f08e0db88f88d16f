// Stores webhooks, and records audit events about them.
import type { Selectable, Updateable } from 'kysely';
import type { AuditAction } from '../../contract/octavo-v1/audit-log.ts';
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';
import type { WebhooksTable } from '../database/tables/webhooks.ts';
import { addListener, deleteListener } from '../events/store.ts';
import type { Clock } from '../time/zone.ts';

/** A row of the table `webhooks`. */
export type WebhookRow = Selectable<WebhooksTable>;

const listStatement = statement((q) => q.selectFrom('webhooks').selectAll().orderBy('id'));

/** Returns all webhooks, oldest first. */
export const listWebhookRows = (read: ReadHandle): Promise<WebhookRow[]> => read.all(listStatement, {});

const findStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('webhooks').selectAll().where('id', '=', p.id),
);

/** Returns the webhook with this ID; undefined if there is none. */
export const findWebhook = (read: ReadHandle, id: number): Promise<WebhookRow | undefined> =>
  read.first(findStatement, { id });

const columns = [
  ...(['url', 'kinds', 'types', 'description', 'spelling', 'secret', 'former_secret', 'problem', 'active'] as const),
  ...(['format', 'token'] as const),
  ...(['created', 'former_until', 'failures', 'rest_until', 'failing_since'] as const),
] as const satisfies readonly (keyof Updateable<WebhooksTable>)[];

const insertStatement = statement((q, p: Slots<Omit<WebhookRow, 'id'>>) =>
  q.insertInto('webhooks').values(pickSlots(p, columns)).returningAll(),
);

const updateStatement = statement((q, p: Slots<WebhookRow>) =>
  q.updateTable('webhooks').set(pickSlots(p, columns)).where('id', '=', p.id),
);

const deleteStatement = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('webhooks').where('id', '=', p.id));

/** Prefix of the listener names of webhooks. Names of extensions' listeners contain no space, so they never have this prefix. */
export const listenerPrefix = 'webhook ';

/** Returns the listener name under which a webhook's position in the event log is stored. */
export const listenerName = ({ id }: Pick<WebhookRow, 'id'>): string => `${listenerPrefix}${id}`;

/** Returns the listeners of active webhooks. Events are retained until these listeners have received them. */
export const listWebhookListeners = async (read: ReadHandle): Promise<{ readonly name: string }[]> =>
  (await listWebhookRows(read))
    .filter(({ active }) => active === 1)
    .map((webhook) => ({ name: listenerName(webhook) }));

/** Name of the lock of a webhook and its queue. */
const lockOf = (id: number): string => `webhook ${id}`;

/** Locks a webhook and its queue until the transaction ends. Returns its current row, or undefined if it was deleted. */
export async function lockWebhook(tx: WriteHandle, id: number): Promise<WebhookRow | undefined> {
  await tx.lock(lockOf(id));
  return findWebhook(tx, id);
}

/** As lockWebhook, but returns undefined without waiting if another transaction has locked the webhook. */
export const tryLockWebhook = async (tx: WriteHandle, id: number): Promise<WebhookRow | undefined> =>
  (await tx.tryLock(lockOf(id))) ? findWebhook(tx, id) : undefined;

/** Inserts a webhook. If it is active, it receives events from now on. */
export async function insertWebhook(tx: WriteHandle, webhook: Omit<WebhookRow, 'id'>): Promise<WebhookRow> {
  const inserted = await tx.first(insertStatement, webhook);
  if (!inserted) throw new Error('the insert of a webhook returned no row');
  if (inserted.active) await addListener(tx, listenerName(inserted));
  return inserted;
}

/** Updates a webhook. If it becomes active, it receives events from then on; if it becomes inactive, it receives no events. */
export async function updateWebhookRow(tx: WriteHandle, before: WebhookRow, after: WebhookRow): Promise<void> {
  await tx.run(updateStatement, after);
  if (after.active && !before.active) await addListener(tx, listenerName(after));
  if (!after.active) await deleteListener(tx, listenerName(after));
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhookRow(tx: WriteHandle, webhook: WebhookRow): Promise<void> {
  await tx.run(deleteStatement, { id: webhook.id });
  await deleteListener(tx, listenerName(webhook));
}

/** The service as the actor of audit events that no user has caused. */
export const serviceActor: AuditActor = { actor: { id: 0, login: '', credential: { kind: 'internal' } }, from: '' };

interface WebhookEvent {
  readonly action: AuditAction & `webhook-${string}`;
  readonly webhook: WebhookRow;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records an audit event of a webhook. It contains only the host of the webhook's URL, because the rest may contain a secret. */
export const recordWebhookEvent = (
  tx: WriteHandle,
  clock: Clock,
  auditActor: AuditActor,
  { action, webhook: { id, url }, details = {} }: WebhookEvent,
): Promise<void> =>
  recordAuditEvent(tx, clock, auditActor, { action, kind: 'webhook', id, name: new URL(url).host, details });
