// Stores webhook deliveries.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Builder, type Slots, statement, statementFamily } from '../database/statement.ts';
import type { WebhookDeliveriesTable } from '../database/tables/webhooks.ts';

/** A row of the table `webhook_deliveries`. */
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

// The state is a literal in the statements, because the conditions of the partial indexes contain it.
const waitingState = sql<string>`'waiting'`;
const failedState = sql<string>`'failed'`;

/** Columns of a new delivery. */
export type NewDelivery = Pick<
  DeliveryRow,
  'webhook_id' | 'uuid' | 'kind' | 'subject' | 'body' | 'position' | 'unordered' | 'created' | 'due'
>;

const insertStatement = statement((q, p: Slots<NewDelivery & { none: string; zero: number }>) =>
  q
    .insertInto('webhook_deliveries')
    .values({
      ...{ webhook_id: p.webhook_id, uuid: p.uuid, kind: p.kind, subject: p.subject, body: p.body },
      ...{ position: p.position, unordered: p.unordered, created: p.created, due: p.due },
      ...{ state: 'waiting', problem: p.none, attempts: p.zero, leased_until: p.zero, response: p.zero },
      ...{ settled: p.zero, response_body: p.none, attempted: p.zero },
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'uuid']).doNothing())
    .returningAll(),
);

/** Inserts a delivery. Returns undefined if the webhook already has a delivery of this event. */
export const insertDelivery = (tx: WriteHandle, delivery: NewDelivery): Promise<DeliveryRow | undefined> =>
  tx.first(insertStatement, { ...delivery, none: '', zero: 0 });

const countStatement = statement((q, p: Slots<{ webhook: number }>) =>
  q
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('webhook_id', '=', p.webhook)
    .where('state', '=', waitingState),
);

/** Returns the number of waiting deliveries of a webhook. */
export const countWaiting = async (read: ReadHandle, webhookId: number): Promise<number> =>
  Number((await read.first(countStatement, { webhook: webhookId }))?.n ?? 0);

const due = statement((q, p: Slots<{ webhook: number; now: number; limit: number }>) =>
  q
    .selectFrom('webhook_deliveries as d')
    .selectAll()
    .where('d.webhook_id', '=', p.webhook)
    .where('d.state', '=', waitingState)
    .where('d.due', '<=', p.now)
    .where('d.leased_until', '<=', p.now)
    .where(({ or, eb, not, exists, selectFrom, lit }) =>
      or([
        eb('d.unordered', '=', lit(1)),
        not(
          exists(
            selectFrom('webhook_deliveries as earlier')
              .select('earlier.id')
              .whereRef('earlier.webhook_id', '=', 'd.webhook_id')
              .whereRef('earlier.subject', '=', 'd.subject')
              .where('earlier.state', '=', waitingState)
              .where('earlier.unordered', '=', lit(0))
              .whereRef('earlier.position', '<', 'd.position'),
          ),
        ),
      ]),
    )
    .orderBy('d.position')
    .orderBy('d.id')
    .limit(p.limit),
);

/** Returns deliveries that may be attempted now. Of ordered deliveries with the same subject, it returns only the first one. */
export const findDueDeliveries = (
  read: ReadHandle,
  webhookId: number,
  now: number,
  limit: number,
): Promise<DeliveryRow[]> => read.all(due, { webhook: webhookId, now, limit });

const leaseStatement = statement((q, p: Slots<{ ids: number[]; until: number }>) =>
  q
    .updateTable('webhook_deliveries')
    .set((eb) => ({ leased_until: p.until, attempts: eb('attempts', '+', eb.lit(1)) }))
    .where(q.dialect.inList('id', p.ids)),
);

/** Starts an attempt of each delivery by leasing it until a timestamp in milliseconds since 1970. */
export const startAttempts = (tx: WriteHandle, ids: readonly number[], until: number) =>
  tx.run(leaseStatement, { ids: [...ids], until });

/** Columns that an attempt updates. */
export type AttemptOutcome = Pick<
  DeliveryRow,
  'state' | 'problem' | 'response' | 'response_body' | 'attempted' | 'due' | 'settled'
>;

const endStatement = statement(
  (q, p: Slots<AttemptOutcome & { id: number; attempts: number; attemptCount: number; free: number }>) =>
    q
      .updateTable('webhook_deliveries')
      .set({
        ...{ state: p.state, problem: p.problem, response: p.response, due: p.due, settled: p.settled },
        ...{ response_body: p.response_body, attempted: p.attempted, attempts: p.attemptCount, leased_until: p.free },
      })
      .where('id', '=', p.id)
      .where('attempts', '=', p.attempts)
      .where('state', '=', waitingState),
);

/**
 * Stores the outcome of an attempt and releases the lease. `attemptCount` is the new number of attempts. Returns false, and changes
 * nothing, if another attempt has been started or the delivery has been queued again.
 */
export const endAttempt = async (
  tx: WriteHandle,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  outcome: AttemptOutcome,
  attemptCount = attempts,
): Promise<boolean> => (await tx.run(endStatement, { id, attempts, ...outcome, attemptCount, free: 0 })).changes > 0;

const makeDueStatement = statement((q, p: Slots<{ webhook: number; now: number; maxAttempts: number }>) =>
  q
    .updateTable('webhook_deliveries')
    .set({ due: p.now })
    .where('webhook_id', '=', p.webhook)
    .where('state', '=', waitingState)
    .where('due', '>', p.now)
    .where('attempts', '<=', p.maxAttempts),
);

/** Makes those waiting deliveries of a webhook due now that have been attempted at most `maxAttempts` times. */
export const makeDue = (tx: WriteHandle, webhookId: number, now: number, maxAttempts: number) =>
  tx.run(makeDueStatement, { webhook: webhookId, now, maxAttempts });

const requeueStatement = statement((q, p: Slots<{ id: number; now: number; zero: number; one: number }>) =>
  q
    .updateTable('webhook_deliveries')
    .set({
      // The lease stays, so that an attempt in flight ends first. Its outcome is not stored, because the number of attempts differs.
      ...{ state: 'waiting', due: p.now, attempts: p.zero, settled: p.zero },
      unordered: p.one,
    })
    .where('id', '=', p.id)
    .returningAll(),
);

/** Queues a delivery again and resets its number of attempts. It is sent regardless of the order of the other deliveries. */
export const requeue = (tx: WriteHandle, id: number, now: number): Promise<DeliveryRow | undefined> =>
  tx.first(requeueStatement, { id, now, zero: 0, one: 1 });

const requeueFailedStatement = statement(
  (q, p: Slots<{ webhook: number; now: number; zero: number; one: number; limit: number }>) =>
    q
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', due: p.now, attempts: p.zero, settled: p.zero, unordered: p.one })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('webhook_id', '=', p.webhook)
          .where('state', '=', failedState)
          .orderBy('id')
          .limit(p.limit),
      ),
);

/** Queues the oldest failed deliveries of a webhook again, at most `limit` of them, as `requeue` does. Returns their number. */
export const requeueFailed = async (tx: WriteHandle, webhookId: number, now: number, limit: number): Promise<number> =>
  (await tx.run(requeueFailedStatement, { webhook: webhookId, now, zero: 0, one: 1, limit })).changes;

const countFailedStatement = statement((q, p: Slots<{ webhook: number }>) =>
  q
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('webhook_id', '=', p.webhook)
    .where('state', '=', failedState),
);

/** Returns the number of failed deliveries of a webhook. */
export const countFailed = async (read: ReadHandle, webhookId: number): Promise<number> =>
  Number((await read.first(countFailedStatement, { webhook: webhookId }))?.n ?? 0);

/** The variant of a list statement: whether it filters by state. */
interface ListShape {
  readonly inState: boolean;
}

/** Parameters of the list statements. */
interface ListValues {
  readonly webhook: number;
  readonly state: string;
  readonly limit: number;
  readonly offset: number;
}

const filtered = (q: Builder, { inState: hasState }: ListShape, p: Slots<ListValues>) => {
  const all = q.selectFrom('webhook_deliveries').where('webhook_id', '=', p.webhook);
  return hasState ? all.where('state', '=', p.state) : all;
};

const pageStatements = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  filtered(q, shape, p).selectAll().orderBy('id', 'desc').limit(p.limit).offset(p.offset),
);

const countStatements = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  filtered(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

/** Returns a page of the deliveries of a webhook, newest first, and the total number of matching deliveries. */
export async function listDeliveryRows(
  read: ReadHandle,
  { state, ...page }: { webhook: number; state: string | undefined; limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const shape = { inState: state !== undefined };
  const values = { ...page, state: state ?? '' };
  const rows = await read.all(pageStatements(shape), values);
  const counted = await read.first(countStatements(shape), values);
  return { rows, total: Number(counted?.n ?? 0) };
}

const one = statement((q, p: Slots<{ webhook: number; id: number }>) =>
  q.selectFrom('webhook_deliveries').selectAll().where('id', '=', p.id).where('webhook_id', '=', p.webhook),
);

/** Returns the delivery with an ID if it belongs to the webhook, otherwise undefined. */
export const findDelivery = (read: ReadHandle, webhookId: number, id: number): Promise<DeliveryRow | undefined> =>
  read.first(one, { webhook: webhookId, id });

const pruneOldStatement = statement((q, p: Slots<{ before: number }>) =>
  q.deleteFrom('webhook_deliveries').where('state', '<>', waitingState).where('settled', '<', p.before),
);

const pruneExcessStatement = statement((q, p: Slots<{ webhook: number; maxRetained: number }>) =>
  q
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', p.webhook)
    .where('state', '<>', waitingState)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', p.webhook)
        .where('state', '<>', waitingState)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(p.maxRetained),
    ),
);

/**
 * Deletes deliveries that were finished before a timestamp, in milliseconds since 1970, and all but the latest `maxRetained` finished
 * deliveries of each webhook in `webhooks`.
 */
export async function pruneDeliveries(
  tx: WriteHandle,
  webhooks: readonly number[],
  before: number,
  maxRetained: number,
) {
  await tx.run(pruneOldStatement, { before });
  for (const webhookId of webhooks) await tx.run(pruneExcessStatement, { webhook: webhookId, maxRetained });
}

const activeWaitingStatement = statement((q) =>
  q
    .selectFrom('webhook_deliveries')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.min<number | null>('created').as('oldest')])
    .where('state', '=', waitingState)
    .where('webhook_id', 'in', (eb) => eb.selectFrom('webhooks').select('id').where('active', '=', eb.lit(1))),
);

/**
 * Returns the number of waiting deliveries of active webhooks, and when the oldest one was created, in milliseconds since 1970; undefined
 * if none waits.
 */
export async function countWaitingOfActive(read: ReadHandle): Promise<{ waiting: number; oldest: number | undefined }> {
  const row = await read.first(activeWaitingStatement, {});
  return { waiting: Number(row?.n ?? 0), oldest: row?.oldest ?? undefined };
}
