// Whether guessing at secrets slows those who read: reads by others on a listening service, without guesses and while 10 000
// wrong ones come from one address and from many, at application passwords and at the form for signing in; each ROUNDS times. The
// guesses come at a steady rate, as fast as RATE a second, from a process of their own, which has its turn after the others as if it
// were elsewhere, and do not wait for their answers. The service believes the process when it says whom it forwards.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './load.ts';
import { startService } from './processes.ts';

const guesses = Number(process.env.GUESSES ?? 10_000);
const rate = Number(process.env.RATE ?? 500);
const rounds = Number(process.env.ROUNDS ?? 3);

/** What is guessed at. */
type Aim = 'application passwords' | 'passwords';

/** One request, with a form or without; gives its status. */
const ask = (address: string, agent: Agent, headers: Record<string, string>, form?: string): Promise<number> =>
  new Promise((done, failed) => {
    request(address, { agent, headers, method: form === undefined ? 'GET' : 'POST' }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
    })
      .on('error', failed)
      .end(form);
  });

/** Sends the guesses; gives how many were answered with which status. */
async function guess(origin: string, aim: Aim, senders: number): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1200 });
  const statuses: Record<string, number> = {};
  const answered: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < guesses; n += 1) {
    const sender = n % senders;
    const headers = { 'X-Forwarded-For': `10.${sender >> 16}.${(sender >> 8) & 255}.${sender & 255}` };
    const name = `name${n % 50}`;
    const Authorization = `Basic ${Buffer.from(`${name}:${'x'.repeat(24)}`).toString('base64')}`;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const trying =
      aim === 'passwords'
        ? ask(`${origin}/wp-login.php`, agent, { ...headers, ...form }, `log=${name}&pwd=wrong`)
        : ask(`${origin}/rest/cms/v2/users/me`, agent, { ...headers, Authorization });
    answered.push(
      trying.then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
    const due = began + (n * 1000) / rate;
    if (n % 20 === 0) await pause(Math.max(0, due - performance.now()));
  }
  await Promise.all(answered);
  agent.destroy();
  return statuses;
}

/** The median time of a read by somebody else, asked one after the other until it is said to be enough. Milliseconds. */
async function readUntil(origin: string, enough: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let n = 0; !enough(); n += 1) {
    const began = performance.now();
    await ask(`${origin}/rest/cms/v2/posts?per_page=10&n=${n}`, agent, {});
    times.push(performance.now() - began);
    await pause(5);
  }
  agent.destroy();
  return median(times);
}

if (process.channel) {
  const [origin = '', aim, senders = '1'] = process.argv.slice(2);
  setPriority(10);
  process.send?.(await guess(origin, aim as Aim, Number(senders)));
  process.disconnect?.();
} else {
  for (const aim of ['application passwords', 'passwords'] as const)
    for (const senders of [1, 10_000]) {
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) ratios.push(await measure(aim, senders));
      console.log(`${aim}, addresses: ${senders}: median ratio ${median(ratios).toFixed(2)}`);
    }
}

/** How much longer reads take while guesses come, measured at a service of its own, which remembers nothing of others. */
async function measure(aim: Aim, senders: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-guessing-'));
  const options = ['--kept-answers', '0', '--trust-proxy', '127.0.0.1'];
  const service = await startService({ data: folder, posts: 0 }, options);
  await readUntil(service.origin, until(3000));
  const before = await readUntil(service.origin, until(8000));
  const child = fork(import.meta.filename, [service.origin, aim, String(senders)]);
  let statuses: unknown;
  child.on('message', (told) => (statuses = told));
  const ended = once(child, 'exit');
  const during = await readUntil(service.origin, () => statuses !== undefined);
  await ended;
  const after = await readUntil(service.origin, until(8000));
  const ratio = during / ((before + after) / 2);
  console.log(
    `${aim}, addresses: ${senders}: ${before.toFixed(2)} ms before, ${during.toFixed(2)} ms during, ${after.toFixed(2)} ms after, ratio ${ratio.toFixed(2)}`,
    JSON.stringify(statuses),
  );
  await service.stop();
  rmSync(folder, { recursive: true });
  return ratio;
}

function until(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}
