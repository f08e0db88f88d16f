// Measures whether password guessing slows other clients down. A client reads lists before, during and after wrong guesses of
// application passwords or at the sign-in form, from one IP address or from 10,000. Each combination is measured ROUNDS times
// (default: 3). A child process with a lower priority sends GUESSES guesses (default: 10,000), up to RATE per second
// (default: 500), without waiting for responses. The service trusts its X-Forwarded-For header.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './load/reads.ts';
import { startService } from './processes.ts';

const guesses = Number(process.env.GUESSES ?? 10_000);
const rate = Number(process.env.RATE ?? 500);
const rounds = Number(process.env.ROUNDS ?? 3);

/** Type of the credentials that are guessed. */
type GuessTarget = 'application passwords' | 'passwords';

/** Sends a POST request if there is a form, otherwise a GET request. Returns the status of the response. */
const sendRequest = (url: string, agent: Agent, headers: Record<string, string>, form?: string): Promise<number> =>
  new Promise((done, failed) => {
    request(url, { agent, headers, method: form === undefined ? 'GET' : 'POST' }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
    })
      .on('error', failed)
      .end(form);
  });

/** Sends the guesses and returns the number of responses by status. */
async function sendGuesses(origin: string, target: GuessTarget, clientCount: number): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1200 });
  const statuses: Record<string, number> = {};
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < guesses; n += 1) {
    const client = n % clientCount;
    const headers = { 'X-Forwarded-For': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}` };
    const name = `name${n % 50}`;
    const Authorization = `Basic ${Buffer.from(`${name}:${'x'.repeat(24)}`).toString('base64')}`;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const sending =
      target === 'passwords'
        ? sendRequest(`${origin}/wp-login.php`, agent, { ...headers, ...form }, `log=${name}&pwd=wrong`)
        : sendRequest(`${origin}/rest/cms/v2/users/me`, agent, { ...headers, Authorization });
    pending.push(
      sending.then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
    const due = began + (n * 1000) / rate;
    if (n % 20 === 0) await pause(Math.max(0, due - performance.now()));
  }
  await Promise.all(pending);
  agent.destroy();
  return statuses;
}

/**
 * Sends reads one after the other until `isDone` returns true. Returns their median time in milliseconds.
 */
async function readUntil(origin: string, isDone: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let n = 0; !isDone(); n += 1) {
    const began = performance.now();
    await sendRequest(`${origin}/rest/cms/v2/posts?per_page=10&n=${n}`, agent, {});
    times.push(performance.now() - began);
    await pause(5);
  }
  agent.destroy();
  return median(times);
}

if (process.channel) {
  const [origin = '', target, clientCount = '1'] = process.argv.slice(2);
  setPriority(10);
  process.send?.(await sendGuesses(origin, target as GuessTarget, Number(clientCount)));
  process.disconnect?.();
} else {
  for (const target of ['application passwords', 'passwords'] as const)
    for (const clientCount of [1, 10_000]) {
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) ratios.push(await measure(target, clientCount));
      console.log(`${target}, IP addresses: ${clientCount}: median ratio ${median(ratios).toFixed(2)}`);
    }
}

/**
 * Returns the ratio of the median read time during the guesses to the mean of the medians before and after them. Starts a new
 * service, so that no client is throttled because of earlier guesses.
 */
async function measure(target: GuessTarget, clientCount: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-guessing-'));
  const options = ['--response-cache', '0', '--trust-proxy', '127.0.0.1'];
  const service = await startService({ data: folder, posts: 0 }, options);
  await readUntil(service.origin, until(3000));
  const before = await readUntil(service.origin, until(8000));
  const child = fork(import.meta.filename, [service.origin, target, String(clientCount)]);
  let statuses: unknown;
  child.on('message', (message) => (statuses = message));
  const ended = once(child, 'exit');
  const during = await readUntil(service.origin, () => statuses !== undefined);
  await ended;
  const after = await readUntil(service.origin, until(8000));
  const ratio = during / ((before + after) / 2);
  console.log(
    `${target}, IP addresses: ${clientCount}: ${before.toFixed(2)} ms before, ${during.toFixed(2)} ms during, ${after.toFixed(2)} ms after, ratio ${ratio.toFixed(2)}`,
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
