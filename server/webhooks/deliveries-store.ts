// The SQL of deliveries to webhooks.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Builder, type Slots, statement, statementFamily } from '../database/statement.ts';
import type { WebhookDeliveriesTable } from '../database/tables/webhooks.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

// The state is part of the text of the statements, for the indexes hold what waits, or what does not.
const waiting = sql<string>`'waiting'`;

/** What a new delivery is made of. */
export type NewDelivery = Pick<
  DeliveryRow,
  'webhook_id' | 'uuid' | 'kind' | 'subject' | 'body' | 'position' | 'unordered' | 'created'
>;

const insertion = statement((q, p: Slots<NewDelivery & { none: string; zero: number }>) =>
  q
    .insertInto('webhook_deliveries')
    .values({
      ...{ webhook_id: p.webhook_id, uuid: p.uuid, kind: p.kind, subject: p.subject, body: p.body },
      ...{ position: p.position, unordered: p.unordered, created: p.created, due: p.created },
      ...{ state: 'waiting', problem: p.none, attempts: p.zero, leased_until: p.zero, response: p.zero },
      settled: p.zero,
    } as never)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'uuid']).doNothing())
    .returningAll(),
);

/** Puts a delivery into the queue; undefined where the webhook has one of this event already. */
export const insertDelivery = (tx: WriteHandle, delivery: NewDelivery): Promise<DeliveryRow | undefined> =>
  tx.first(insertion, { ...delivery, none: '', zero: 0 });

const counting = statement((q, p: Slots<{ webhook: number }>) =>
  q
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('webhook_id', '=', p.webhook)
    .where('state', '=', waiting),
);

/** How many deliveries wait for a webhook. */
export const countWaiting = async (read: ReadHandle, webhook: number): Promise<number> =>
  Number((await read.first(counting, { webhook }))?.n ?? 0);

const due = statement((q, p: Slots<{ webhook: number; now: number; limit: number }>) =>
  q
    .selectFrom('webhook_deliveries as d')
    .selectAll()
    .where('d.webhook_id', '=', p.webhook)
    .where('d.state', '=', waiting)
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
              .where('earlier.state', '=', waiting)
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

/** What may be tried now: of several about the same subject the first alone. */
export const findDue = (read: ReadHandle, webhook: number, now: number, limit: number): Promise<DeliveryRow[]> =>
  read.all(due, { webhook, now, limit });

const leasing = statement((q, p: Slots<{ ids: number[]; until: number }>) =>
  q
    .updateTable('webhook_deliveries')
    .set((eb) => ({ leased_until: p.until, attempts: eb('attempts', '+', eb.lit(1)) }))
    .where(q.dialect.inList('id', p.ids)),
);

/** Begins a try of each: nobody else begins another until that moment. */
export const writeTries = (tx: WriteHandle, ids: readonly number[], until: number) =>
  tx.run(leasing, { ids: [...ids], until });

/** What a try has come to. */
export type Outcome = Pick<DeliveryRow, 'state' | 'problem' | 'response' | 'due' | 'settled'>;

const ending = statement((q, p: Slots<Outcome & { id: number; attempts: number; tried: number; free: number }>) =>
  q
    .updateTable('webhook_deliveries')
    .set({
      ...{ state: p.state, problem: p.problem, response: p.response, due: p.due, settled: p.settled },
      ...{ attempts: p.tried, leased_until: p.free },
    })
    .where('id', '=', p.id)
    .where('attempts', '=', p.attempts)
    .where('state', '=', waiting),
);

/** Ends a try, unless another process has begun one meanwhile; `tried` is how many count from now on. Says whether it has. */
export const endTry = async (
  tx: WriteHandle,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  outcome: Outcome,
  tried = attempts,
): Promise<boolean> => (await tx.run(ending, { id, attempts, ...outcome, tried, free: 0 })).changes > 0;

const hastening = statement((q, p: Slots<{ webhook: number; now: number; tries: number }>) =>
  q
    .updateTable('webhook_deliveries')
    .set({ due: p.now })
    .where('webhook_id', '=', p.webhook)
    .where('state', '=', waiting)
    .where('due', '>', p.now)
    .where('attempts', '<=', p.tries),
);

/** Lets everything that waits for a webhook and was tried so often at most be tried now. */
export const hasten = (tx: WriteHandle, webhook: number, now: number, tries: number) =>
  tx.run(hastening, { webhook, now, tries });

const again = statement((q, p: Slots<{ id: number; now: number; zero: number; one: number }>) =>
  q
    .updateTable('webhook_deliveries')
    .set({
      // A try that is under way ends first; what it comes to is no longer counted.
      ...{ state: 'waiting', due: p.now, attempts: p.zero, settled: p.zero },
      unordered: p.one,
    })
    .where('id', '=', p.id)
    .returningAll(),
);

/** Puts a delivery into the queue again, past the order of the others. */
export const requeue = (tx: WriteHandle, id: number, now: number): Promise<DeliveryRow | undefined> =>
  tx.first(again, { id, now, zero: 0, one: 1 });

interface ListShape {
  readonly inState: boolean;
}

interface ListValues {
  readonly webhook: number;
  readonly state: string;
  readonly limit: number;
  readonly offset: number;
}

const chosen = (q: Builder, { inState }: ListShape, p: Slots<ListValues>) => {
  const all = q.selectFrom('webhook_deliveries').where('webhook_id', '=', p.webhook);
  return inState ? all.where('state', '=', p.state) : all;
};

const pages = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  chosen(q, shape, p).selectAll().orderBy('id', 'desc').limit(p.limit).offset(p.offset),
);

const totals = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  chosen(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

/** A page of the deliveries of a webhook, the newest first, and how many there are. */
export async function listDeliveryRows(
  read: ReadHandle,
  { state, ...wanted }: { webhook: number; state: string | undefined; limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const shape = { inState: state !== undefined };
  const values = { ...wanted, state: state ?? '' };
  const rows = await read.all(pages(shape), values);
  const counted = await read.first(totals(shape), values);
  return { rows, total: Number(counted?.n ?? 0) };
}

const one = statement((q, p: Slots<{ webhook: number; id: number }>) =>
  q.selectFrom('webhook_deliveries').selectAll().where('id', '=', p.id).where('webhook_id', '=', p.webhook),
);

/** A delivery of a webhook. */
export const findDelivery = (read: ReadHandle, webhook: number, id: number): Promise<DeliveryRow | undefined> =>
  read.first(one, { webhook, id });

const ageing = statement((q, p: Slots<{ before: number }>) =>
  q.deleteFrom('webhook_deliveries').where('state', '<>', waiting).where('settled', '<', p.before),
);

const overflow = statement((q, p: Slots<{ webhook: number; most: number }>) =>
  q
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', p.webhook)
    .where('state', '<>', waiting)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', p.webhook)
        .where('state', '<>', waiting)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(p.most as never),
    ),
);

/** Forgets what was settled before a moment, and of each webhook's rest all but the latest. What waits stays. */
export async function pruneDeliveries(tx: WriteHandle, webhooks: readonly number[], before: number, most: number) {
  await tx.run(ageing, { before });
  for (const webhook of webhooks) await tx.run(overflow, { webhook, most });
}
