// Generates the examples of the API reference: requests to a small site and their responses, once for each mount. With
// `--check` it writes nothing, and fails if the files are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openMediaSite } from '../test/media-site.ts';
import { recordAdministration } from './examples/administration.ts';
import { recordBackups } from './examples/backups.ts';
import { recordContent } from './examples/content.ts';
import { recordDesign } from './examples/design.ts';
import { makeMask } from './examples/mask.ts';
import { type Example, Recorder } from './examples/recorder.ts';

/** Time of the first request. */
const start = Date.parse('2026-03-02T09:30:00Z');

/** Time between requests, in milliseconds. */
const intervalMs = 60_000;

const files = {
  native: 'server/http/open-api/examples-native.json',
  compatible: 'server/http/open-api/examples-compatible.json',
};

for (const [spelling, file] of Object.entries(files)) {
  const text = format(await recordSite(spelling === 'compatible'));
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date; run npm run examples.`);
    process.exitCode = 1;
  }
}

/** Records all examples at one mount of a new site. */
async function recordSite(isCompatible: boolean): Promise<ReadonlyMap<string, Example>> {
  let time = start;
  const backups = await mkdtemp(path.join(tmpdir(), 'octavo-examples-'));
  const site = await openMediaSite({
    ...{ clock: () => time, backups },
    // No host name resolves, so that no request leaves the machine.
    fetchLimits: { resolve: async () => [] },
    extensions: ['sbc'],
    // Emails are only queued.
    mail: { server: { host: '127.0.0.1', port: 9, security: 'none' } },
    config: {
      menuLocations: { header: 'Above every page' },
      fontCollections: [
        {
          ...{ slug: 'house', name: 'House fonts', description: 'The fonts of the journal.', categories: [] },
          font_families: [{ font_family_settings: { name: 'Harbor', slug: 'harbor', fontFamily: 'Harbor, serif' } }],
        },
      ],
    },
  });
  try {
    const recorder = new Recorder(site, isCompatible, () => {
      time += intervalMs;
    });
    await recorder.send('POST /cms/v2/settings', { json: { title: 'The Harbor Journal', timezone_string: 'UTC' } });
    const content = await recordContent(recorder);
    await recordDesign(recorder);
    await recordAdministration(recorder, content);
    await recordBackups(recorder, backups);
    if (site.errors.length > 0) throw new AggregateError(site.errors, 'the service has reported errors');
    return recorder.examples;
  } finally {
    await site.service.close();
    await site.close();
    await rm(backups, { recursive: true, force: true });
  }
}

/** Formats examples as JSON with one line for each route. */
function format(examples: ReadonlyMap<string, Example>): string {
  const mask = makeMask();
  const lines = [...examples]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([route, example]) => `${JSON.stringify(route)}: ${mask(JSON.stringify(example))}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
