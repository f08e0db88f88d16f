// Runs an import in a separate process that tests can kill. The arguments are a folder that contains `export.xml`, and the port of the
// old site on this machine.
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../server/database/open.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { importSite } from '../../server/import/import-site.ts';
import { openTestSite } from './site.ts';

const [folder = '', port = ''] = process.argv.slice(2);
const database = await openDatabase({ kind: 'sqlite', file: path.join(folder, 'octavo.sqlite') });
const site = await openTestSite(database, {}, await openDiskStore(path.join(folder, 'uploads')));
const limits = { ports: new Set([port]), resolve: async () => ['127.0.0.1'], isAllowed: () => true };
await importSite(
  { ...site, fetchOptions: { limits, concurrency: 2 } },
  createReadStream(path.join(folder, 'export.xml')),
);
