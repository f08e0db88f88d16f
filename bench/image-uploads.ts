// Compares the rate of cached reads during uploads of large images, four at a time, with the rate without uploads. The two
// rates are measured alternately. Run it by hand:
// node scripts/run.js bench/image-uploads.ts [--rounds 3] [--seconds 8]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { measureReadsPerSecond, median } from './load/reads.ts';
import { runOctavo, startService } from './processes.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '8' } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

/** Width and height of the images, in pixels. */
const imageSizePx = 5000;

const data = await mkdtemp(path.join(tmpdir(), 'octavo-pictures-'));
const location = { data, posts: 100 };
runOctavo(location, ['generate', '--posts', '100', '--seed', '1']);
const password = runOctavo(location, ['app-password', 'create', 'admin', '--name', 'bench']).trim().split('\n').pop();
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const bytes = await sharp({
  create: { width: imageSizePx, height: imageSizePx, channels: 3, background: 'gray', noise },
})
  .jpeg({ quality: 80 })
  .toBuffer();
const service = await startService(location);
try {
  const url = `${service.origin}/rest/cms/v2/posts?_fields=id,title,link`;
  await measureReadsPerSecond(url, 2);
  const [baselineRates, ratesDuringUploads]: [number[], number[]] = [[], []];
  let uploaded = 0;
  for (let round = 0; round < rounds; round += 1) {
    baselineRates.push(await measureReadsPerSecond(url, seconds));
    let isRunning = true;
    const uploads = Array.from({ length: 4 }, async () => {
      while (isRunning) {
        await upload();
        uploaded += 1;
      }
    });
    ratesDuringUploads.push(await measureReadsPerSecond(url, seconds));
    isRunning = false;
    await Promise.all(uploads);
  }
  const [a, b] = [median(baselineRates), median(ratesDuringUploads)];
  console.log(
    `cached reads: ${a.toFixed(0)} per second without uploads, ${b.toFixed(0)} during image uploads: ratio ${(b / a).toFixed(2)}`,
  );
  console.log(`${uploaded} images of ${((imageSizePx * imageSizePx) / 1e6).toFixed(0)} megapixels, four at a time`);
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
  const response = await fetch(`${service.origin}/rest/cms/v2/media?_fields=id`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
