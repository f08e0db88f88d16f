// Metrics of the site that operators are alerted about: readiness, disk space, backups, outgoing mail, webhooks, storage errors. They are
// read when metrics are collected.
import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { openBackupFolder } from '../backup/backup-folder.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import type { ReadHandle } from '../database/handle.ts';
import { countMails } from '../mail/store.ts';
import { countWaitingOfActive } from '../webhooks/deliveries-store.ts';
import { listWebhookRows } from '../webhooks/store.ts';
import type { StorageErrorCounts } from './storage-error-counts.ts';

/** The state of the site. */
export interface SiteSources {
  readonly read: ReadHandle;
  readonly version: string;
  /** The data folder. */
  readonly data: string;
  /** The backup folder. */
  readonly backups: string;
  readonly isReady: () => Promise<boolean>;
  readonly storageErrors: StorageErrorCounts;
}

/** Maximum time to read a source, in milliseconds, so that a database that does not respond does not prevent the other metrics. */
const readTimeoutMs = 2000;

/** A gauge without its prefix `octavo_`. */
interface GaugeDeclaration {
  readonly name: string;
  readonly help: string;
  /** Method of combining the values of several processes. All of them report the same state, so they are not added up. */
  readonly aggregator: 'max' | 'min';
  /** Name of its label, if it has one. */
  readonly label?: string;
}

type SetValue = (value: number, labels?: Readonly<Record<string, string>>) => void;

/**
 * Registers gauges whose values come from one source, which is read once for each collection. `read` gets a function for each gauge, in
 * their order. If it fails, the gauges have no value.
 */
function registerGauges(
  registry: Registry,
  declarations: readonly GaugeDeclaration[],
  read: (set: readonly SetValue[]) => Promise<void>,
): void {
  let reading: Promise<void> | undefined;
  const gauges: Gauge[] = [];
  const readAll = async () => {
    for (const [at, gauge] of gauges.entries()) {
      gauge.reset();
      // `reset` sets a gauge without labels to 0.
      if (declarations[at]?.label === undefined) gauge.remove();
    }
    const setters = gauges.map(
      (gauge): SetValue =>
        (value, labels = {}) =>
          gauge.set(labels, value),
    );
    await Promise.race([read(setters).catch(() => undefined), pause(readTimeoutMs, undefined, { ref: false })]);
  };
  // The collections of all gauges start in the same turn of the event loop.
  const collect = () => {
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  for (const { name, help, aggregator, label } of declarations) {
    const labelNames = label === undefined ? [] : [label];
    gauges.push(new Gauge({ name: `octavo_${name}`, help, aggregator, labelNames, registers: [registry], collect }));
  }
}

/** Registers the metrics of the site. */
export function registerSiteMetrics(registry: Registry, sources: SiteSources): void {
  const registers = [registry];
  const info = new Gauge({
    ...{ name: 'octavo_info', help: 'The version of Octavo; the value is 1.', labelNames: ['version'], registers },
    aggregator: 'max',
  });
  info.set({ version: sources.version }, 1);
  registerGauges(
    registry,
    [{ name: 'ready', help: '1 if /readyz would respond with 200, otherwise 0.', aggregator: 'min' }],
    async ([ready]) => ready?.((await sources.isReady()) ? 1 : 0),
  );
  registerGauges(
    registry,
    [
      { name: 'disk_free_bytes', help: 'Free space on the disk of the data folder, in bytes.', aggregator: 'min' },
      { name: 'disk_size_bytes', help: 'Size of the disk of the data folder, in bytes.', aggregator: 'min' },
    ],
    async ([free, size]) => {
      const { bavail, blocks, bsize } = await statfs(sources.data);
      free?.(bavail * bsize);
      size?.(blocks * bsize);
    },
  );
  const folder = openBackupFolder(sources.backups);
  registerGauges(
    registry,
    [
      {
        name: 'last_backup_timestamp_seconds',
        help: 'Unix time of the last successful backup; 0 if there is none.',
        aggregator: 'max',
      },
      {
        name: 'last_backup_failed',
        help: '1 if the latest backup in the backup folder has failed, otherwise 0.',
        aggregator: 'max',
      },
    ],
    async ([timestamp, failed]) => {
      const { succeededAt, hasFailed } = await findLastBackup(folder, sources.read, Date.now());
      timestamp?.(succeededAt / 1000);
      failed?.(hasFailed ? 1 : 0);
    },
  );
  registerGauges(
    registry,
    [
      {
        name: 'mails',
        help: 'Emails by state: waiting, or given up and still in the log.',
        aggregator: 'max',
        label: 'state',
      },
      {
        name: 'mail_oldest_waiting_seconds',
        help: 'Age of the oldest waiting email, in seconds; 0 if none waits.',
        aggregator: 'max',
      },
    ],
    async ([mails, oldest]) => {
      const { waiting, failed, oldestWaiting } = await countMails(sources.read);
      mails?.(waiting, { state: 'waiting' });
      mails?.(failed, { state: 'failed' });
      oldest?.(ageInSeconds(oldestWaiting === undefined ? undefined : Date.parse(`${oldestWaiting}Z`)));
    },
  );
  registerGauges(
    registry,
    [
      { name: 'webhook_deliveries_waiting', help: 'Waiting deliveries of active webhooks.', aggregator: 'max' },
      {
        name: 'webhook_oldest_waiting_seconds',
        help: 'Age of the oldest waiting delivery, in seconds; 0 if none waits.',
        aggregator: 'max',
      },
      { name: 'webhooks_failing', help: 'Active webhooks whose last delivery has failed.', aggregator: 'max' },
      {
        name: 'webhooks_disabled',
        help: 'Webhooks that were disabled because their deliveries failed.',
        aggregator: 'max',
      },
    ],
    async ([count, age, failing, disabled]) => {
      const { waiting, oldest } = await countWaitingOfActive(sources.read);
      const webhooks = await listWebhookRows(sources.read);
      count?.(waiting);
      age?.(ageInSeconds(oldest));
      failing?.(webhooks.filter(({ active, failures }) => active === 1 && failures > 0).length);
      disabled?.(webhooks.filter(({ active, problem }) => active === 0 && problem !== '').length);
    },
  );
  new Counter({
    name: 'octavo_storage_errors_total',
    help: 'Requests that failed because the database or the file store was busy, full or unavailable, by error code.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of sources.storageErrors.entries()) this.inc({ code }, count);
    },
  });
}

const ageInSeconds = (since: number | undefined): number =>
  since === undefined ? 0 : Math.max(0, (Date.now() - since) / 1000);
