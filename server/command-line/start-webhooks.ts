// Delivers webhooks while the service runs.
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Service } from '../service.ts';
import { everyInterval, everySecond, type Recurring } from '../time/recurring.ts';
import { pruneDeliveries } from '../webhooks/deliveries-store.ts';
import { purgeDelayMs } from '../webhooks/queue-deliveries.ts';
import { listWebhookRows } from '../webhooks/store.ts';
import { WebhookDispatcher } from '../webhooks/webhook-dispatcher.ts';

/** Retention of the delivery log, in days. */
const retentionDays = 14;

/** Maximum number of retained deliveries per webhook. */
const maxDeliveriesPerWebhook = 5000;

/** Interval between two prunings of the delivery log, in milliseconds. */
const pruneIntervalMs = 10 * 60_000;

/** Dependencies of the webhook delivery. */
interface WebhookDeps {
  readonly database: Database;
  readonly service: Pick<Service, 'clock' | 'tasks' | 'jobs'>;
  readonly fetchLimits: FetchLimits;
  readonly logger: Logger;
}

/** Starts delivering webhooks. Logs contain IDs, never URLs, because URLs may contain secrets. */
export function startWebhooks({ database, service, fetchLimits, logger }: WebhookDeps): Recurring {
  const { clock } = service;
  const onError = (err: unknown) => logger.warn({ err }, 'webhook queue failed');
  const dispatcher = new WebhookDispatcher({
    ...{ database, clock, fetchLimits, onError },
    onProblem: ({ id, webhook_id: webhook, kind, attempts }, problem, { isGivenUp, isDisabled }) => {
      const logFields = { webhook, delivery: id, kind, attempts, problem };
      if (isDisabled) logger.error(logFields, 'webhook disabled');
      else if (isGivenUp) logger.error(logFields, 'webhook delivery failed');
      else logger.warn(logFields, 'webhook delivery delayed');
    },
  });
  const deliver = service.jobs.add({
    name: 'deliver-webhooks',
    description: 'Queues events for webhooks, and sends the deliveries that are due.',
    intervalMs: 1000,
    run: async () => {
      const hasPurges = await service.tasks.queueDeliveries();
      await dispatcher.poll();
      if (!hasPurges) return;
      await setTimeout(purgeDelayMs);
      await dispatcher.poll();
    },
  });
  const delivering = everySecond(deliver, onError);
  const prune = async () => {
    const ids = (await listWebhookRows(database.read)).map(({ id }) => id);
    if (ids.length === 0) return;
    await database.transaction((tx) =>
      pruneDeliveries(tx, ids, clock() - retentionDays * 86_400_000, maxDeliveriesPerWebhook),
    );
  };
  const runPruning = service.jobs.add({
    name: 'prune-webhook-deliveries',
    description: 'Deletes finished deliveries of webhooks that are older than 14 days.',
    ...{ intervalMs: pruneIntervalMs, run: prune },
  });
  const pruning = everyInterval(pruneIntervalMs, runPruning, onError);
  return {
    stop: async () => {
      await Promise.all([delivering.stop(), pruning.stop(), dispatcher.stop()]);
    },
  };
}
