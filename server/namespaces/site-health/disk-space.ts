// Tests whether there is enough free disk space.
import { statfs } from 'node:fs/promises';
import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';
import { formatBytes } from './format-bytes.ts';

const megabyte = 1024 * 1024;

/** Returns the test that checks the free space on the disk of the data folder. */
export const diskSpace = ({ dataFolder }: HealthDeps) =>
  healthTest('disk-space', 'Storage', async (): Promise<Finding> => {
    if (dataFolder === undefined)
      return { status: 'good', label: 'No data folder', description: 'The site stores no data on a local disk.' };
    const { bavail, blocks, bsize } = await statfs(dataFolder);
    const free = bavail * bsize;
    const freePercent = Math.floor((100 * bavail) / blocks);
    const description = `${formatBytes(free)} free on the disk of the data folder (${freePercent}%).`;
    const action = 'Delete files that are not needed, or move the data folder to a larger disk.';
    if (free < 100 * megabyte) return { status: 'critical', label: 'Almost no free disk space', description, action };
    if (free < 1024 * megabyte) return { status: 'recommended', label: 'Little free disk space', description, action };
    return { status: 'good', label: 'Enough free disk space', description };
  });
