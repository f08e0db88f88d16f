// What tells webhooks, as long as the service runs.
import type { Logger } from 'pino';
import type { Database } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Service } from '../service.ts';
import { everySecond, everySoOften, type Recurring } from '../time/every-second.ts';
import { Courier } from '../webhooks/courier.ts';
import { pruneDeliveries } from '../webhooks/deliveries-store.ts';
import { listWebhookRows } from '../webhooks/store.ts';

/** How long it is kept what became of deliveries, and of how many for each webhook. */
const daysKept = 14;
const mostKept = 5000;

/** How often the log is pruned. Milliseconds. */
const pruneEvery = 10 * 60_000;

interface WebhookParts {
  readonly database: Database;
  readonly service: Service;
  readonly fetchLimits: FetchLimits;
  readonly logger: Logger;
}

/** Makes deliveries until it is stopped. Logs tell numbers, never addresses, which may hold secrets. */
export function openWebhooks({ database, service, fetchLimits, logger }: WebhookParts): Recurring {
  const { clock } = service;
  const onFault = (err: unknown) => logger.warn({ err }, 'webhooks wait: the storage could not do it');
  const courier = new Courier({
    ...{ database, clock, fetchLimits, onFault },
    onProblem: ({ id, webhook_id: webhook, kind, attempts }, problem, { gaveUp, switchedOff }) => {
      const told = { webhook, delivery: id, kind, attempts, problem };
      if (switchedOff) logger.error(told, 'a webhook was switched off');
      else if (gaveUp) logger.error(told, 'a delivery to a webhook was given up');
      else logger.warn(told, 'a delivery to a webhook waits');
    },
  });
  const going = everySecond(async () => {
    await service.makeDeliveries();
    await courier.begin();
  }, onFault);
  const prune = async () => {
    const ids = (await listWebhookRows(database.read)).map(({ id }) => id);
    if (ids.length === 0) return;
    await database.transaction((tx) => pruneDeliveries(tx, ids, clock() - daysKept * 86_400_000, mostKept));
  };
  const pruning = everySoOften(pruneEvery, prune, onFault);
  return {
    stop: async () => {
      await Promise.all([going.stop(), pruning.stop(), courier.stop()]);
    },
  };
}
