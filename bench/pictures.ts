// Hot reads while large pictures are uploaded, four at a time, against hot reads alone, in turn. Run by hand:
// node scripts/run.js bench/pictures.ts [--rounds 3] [--seconds 8]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { median, readsPerSecond } from './load.ts';
import { octavo, startService } from './processes.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '8' } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

/** How wide and high the pictures are. Pixels. */
const edge = 5000;

const data = await mkdtemp(path.join(tmpdir(), 'octavo-pictures-'));
const place = { data, posts: 100 };
octavo(place, ['generate', '--posts', '100', '--seed', '1']);
const password = octavo(place, ['app-password', 'create', 'admin', '--name', 'bench']).trim().split('\n').pop();
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const bytes = await sharp({ create: { width: edge, height: edge, channels: 3, background: 'gray', noise } })
  .jpeg({ quality: 80 })
  .toBuffer();
const service = await startService(place);
try {
  const address = `${service.origin}/rest/cms/v2/posts?_fields=id,title,link`;
  await readsPerSecond(address, 2);
  const [alone, beside]: [number[], number[]] = [[], []];
  let made = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await readsPerSecond(address, seconds));
    let goesOn = true;
    const uploads = Array.from({ length: 4 }, async () => {
      while (goesOn) {
        await upload();
        made += 1;
      }
    });
    beside.push(await readsPerSecond(address, seconds));
    goesOn = false;
    await Promise.all(uploads);
  }
  const [a, b] = [median(alone), median(beside)];
  console.log(`hot reads alone ${a.toFixed(0)} a second, beside pictures ${b.toFixed(0)}: ${(b / a).toFixed(2)}`);
  console.log(`${made} pictures of ${((edge * edge) / 1e6).toFixed(0)} million pixels, four at a time`);
} finally {
  await service.stop();
  await rm(data, { recursive: true, force: true });
}

async function upload(): Promise<void> {
  const headers = {
    authorization,
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename=photo.jpg',
  };
  const body = new Uint8Array(bytes);
  const answer = await fetch(`${service.origin}/rest/cms/v2/media?_fields=id`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}
