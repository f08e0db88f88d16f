// Whether there is room left on the disk of the site's data.
import { statfs } from 'node:fs/promises';
import { type Finding, healthTest } from './finding.ts';
import { inWords } from './in-words.ts';
import type { HealthParts } from './parts.ts';

const mega = 1024 * 1024;

/** Looks at the disk of the data folder. */
export const diskSpace = ({ dataFolder }: HealthParts) =>
  healthTest('disk-space', 'Storage', async (): Promise<Finding> => {
    if (dataFolder === undefined)
      return { status: 'good', label: 'Nothing is kept on a disk', description: 'The site has no data folder.' };
    const { bavail, blocks, bsize } = await statfs(dataFolder);
    const free = bavail * bsize;
    const share = Math.floor((100 * bavail) / blocks);
    const description = `${inWords(free)} are free on the disk of the data, ${share} of a hundred parts.`;
    const action = 'Remove what is not needed, or move the data to a larger disk.';
    if (free < 100 * mega) return { status: 'critical', label: 'The disk is full', description, action };
    if (free < 1024 * mega) return { status: 'recommended', label: 'The disk is nearly full', description, action };
    return { status: 'good', label: 'There is room on the disk', description };
  });
