// The SQL of webhooks.
import type { Selectable, Updateable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { WebhooksTable } from '../database/tables/webhooks.ts';
import { joinListener, leaveListener } from '../events/store.ts';

export type WebhookRow = Selectable<WebhooksTable>;

const every = statement((q) => q.selectFrom('webhooks').selectAll().orderBy('id'));

/** All webhooks, the oldest first. */
export const listWebhookRows = (read: ReadHandle): Promise<WebhookRow[]> => read.all(every, {});

const one = statement((q, p: Slots<{ id: number }>) => q.selectFrom('webhooks').selectAll().where('id', '=', p.id));

/** The webhook of a number. */
export const findWebhook = (read: ReadHandle, id: number): Promise<WebhookRow | undefined> => read.first(one, { id });

const columns = [
  ...(['url', 'kinds', 'types', 'description', 'spelling', 'secret', 'former_secret', 'problem', 'active'] as const),
  ...(['created', 'former_until', 'failures', 'rest_until', 'failing_since'] as const),
] as const satisfies readonly (keyof Updateable<WebhooksTable>)[];

const valuesOf = (p: Slots<Omit<WebhookRow, 'id'>>) => Object.fromEntries(columns.map((name) => [name, p[name]]));

const insertion = statement((q, p: Slots<Omit<WebhookRow, 'id'>>) =>
  q
    .insertInto('webhooks')
    .values(valuesOf(p) as never)
    .returningAll(),
);

const change = statement((q, p: Slots<WebhookRow>) =>
  q
    .updateTable('webhooks')
    .set(valuesOf(p) as never)
    .where('id', '=', p.id),
);

const removal = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('webhooks').where('id', '=', p.id));

/** What no listener of an extension can be called. */
export const listenerPrefix = 'webhook ';

/** The name under which it is remembered how far a webhook has heard. */
export const listenerName = ({ id }: Pick<WebhookRow, 'id'>): string => `${listenerPrefix}${id}`;

/** Those who hear for webhooks: no event goes before they have heard of it. */
export const listeningWebhooks = async (read: ReadHandle): Promise<{ readonly name: string }[]> =>
  (await listWebhookRows(read))
    .filter(({ active }) => active === 1)
    .map((webhook) => ({ name: listenerName(webhook) }));

/** Holds a webhook and its queue until the transaction ends; gives it as it stands then. */
export async function claimWebhook(tx: WriteHandle, id: number): Promise<WebhookRow | undefined> {
  await tx.lock(`webhook ${id}`);
  return findWebhook(tx, id);
}

/** Stores a new webhook; it hears what happens from now on, where it is active. */
export async function insertWebhook(tx: WriteHandle, webhook: Omit<WebhookRow, 'id'>): Promise<WebhookRow> {
  const made = await tx.first(insertion, webhook);
  if (!made) throw new Error('a new webhook was given no number');
  if (made.active) await joinListener(tx, listenerName(made));
  return made;
}

/** Stores a changed webhook; one that is switched on hears what happens from then on, one that is switched off nothing. */
export async function writeWebhook(tx: WriteHandle, before: WebhookRow, after: WebhookRow): Promise<void> {
  await tx.run(change, after);
  if (after.active && !before.active) await joinListener(tx, listenerName(after));
  if (!after.active) await leaveListener(tx, listenerName(after));
}

/** Deletes a webhook with everything that waits for it. */
export async function removeWebhook(tx: WriteHandle, webhook: WebhookRow): Promise<void> {
  await tx.run(removal, { id: webhook.id });
  await leaveListener(tx, listenerName(webhook));
}
