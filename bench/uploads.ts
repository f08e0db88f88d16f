// Measures the memory that the service needs for concurrent uploads, and their duration. Run it by hand:
// node scripts/run.js bench/uploads.ts [--files 200] [--size 20] [--at-once 16] [--picture]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '200' },
    size: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '16' },
    picture: { type: 'boolean', default: false },
  },
});
const [files, size, atOnce] = [Number(values.files), Number(values.size), Number(values['at-once'])];
const data = await mkdtemp(path.join(tmpdir(), 'octavo-uploads-'));
const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address() as { port: number };
await new Promise((closed) => probe.close(closed));
const program = ['server/main.js', 'serve', '--data', data, '--port', String(port), '--log-level', 'warn'];
const service = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'inherit'] });
const base = `http://127.0.0.1:${port}`;

/**
 * Returns the memory of a process and of its child processes, in MB. It is the proportional set size (Pss), which divides
 * shared pages, such as those of the program itself, among the processes that share them.
 */
async function memory(pid: number): Promise<{ service: number; childMemory: number }> {
  const of = async (id: number | string) =>
    Number(/^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024;
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const childMemory = await Promise.all(children.join(' ').split(/\s+/).filter(Boolean).map(of));
  return { service: await of(pid), childMemory: childMemory.reduce((sum, each) => sum + each, 0) };
}

try {
  while (
    !(await fetch(`${base}/readyz`).then(
      (response) => response.ok,
      () => false,
    ))
  )
    await new Promise((go) => setTimeout(go, 50));
  const make = spawn(process.execPath, [
    'server/main.js',
    'app-password',
    'create',
    'admin',
    '--name',
    'bench',
    '--data',
    data,
  ]);
  let printed = '';
  make.stdout.on('data', (text) => {
    printed += text;
  });
  await once(make, 'close');
  const authorization = `Basic ${Buffer.from(`admin:${printed.trim().split('\n').pop()}`).toString('base64')}`;
  const bytes = values.picture ? await noise(size) : Buffer.alloc(size * 1024 * 1024, 'text ');
  const name = values.picture ? 'photo.jpg' : 'file.txt';
  const began = performance.now();
  let [maxService, maxChildren, maxTotal, uploadCount] = [0, 0, 0, 0];
  const watch = setInterval(async () => {
    const { service: own, childMemory } = await memory(service.pid ?? 0);
    maxService = Math.max(maxService, own);
    maxChildren = Math.max(maxChildren, childMemory);
    maxTotal = Math.max(maxTotal, own + childMemory);
  }, 100);
  const send = async () => {
    while (uploadCount < files) {
      uploadCount += 1;
      const headers = {
        authorization,
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename=${name}`,
      };
      const response = await fetch(`${base}/rest/cms/v2/media?_fields=id`, {
        method: 'POST',
        headers,
        body: new Uint8Array(bytes),
      });
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${files} files of ${(bytes.length / 1024 / 1024).toFixed(1)} MB, ${atOnce} concurrent: ${seconds.toFixed(1)} s`,
  );
  console.log(
    `peak memory: service ${maxService.toFixed(0)} MB, child processes ${maxChildren.toFixed(0)} MB, total ${maxTotal.toFixed(0)} MB`,
  );
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  await rm(data, { recursive: true, force: true });
}

/** Returns a JPEG image of noise with approximately this size in MB. */
async function noise(megabytes: number): Promise<Buffer> {
  const edge = Math.round(Math.sqrt((megabytes * 1024 * 1024) / 1.5));
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: edge, height: edge, channels: 3, background: 'gray', noise: gaussian } })
    .jpeg({ quality: 95 })
    .toBuffer();
}
