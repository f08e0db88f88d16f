// Tests of text processing: cost limits, and equal results in all processes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { slowTexts } from '../../../test/rendering/slow-texts.ts';
import { heaviest, submitted } from '../../../test/rendering/texts.ts';
import { JobTooExpensive, WorkersBusy } from '../../workers/errors.ts';
import { WorkScope } from '../../workers/work-scope.ts';
import { TextTooHeavy } from './errors.ts';
import { runTask, type TaskInput, type TaskName } from './tasks.ts';
import { TextProcessor } from './text-processor.ts';
import { TextWork } from './text-work.ts';

/** Cost above which a task runs in a worker process, twice the limit of tasks in this process. */
const workerCost = 10e6;

const processor = new TextProcessor();
after(() => processor.close());

/** Number of jobs that the worker processes of `processor` have run. */
const jobCount = (): number => processor.statistics?.total ?? 0;

const scopeOf = (cpuMs = Number.POSITIVE_INFINITY, client = 'somebody') => new WorkScope({ client, cpuMs });

describe('TextProcessor', () => {
  it('gives the same result in a worker process', { timeout: 600_000 }, async () => {
    const names = Object.keys(slowTexts);
    const before = jobCount();
    for (const name of names) {
      // Deeply nested texts are longer, because the stack of a worker process could overflow earlier.
      const text = name.startsWith('nested') ? heaviest(name, 100_000) : heaviest(name, 100_000, workerCost);
      const input = submitted(text, { isFiltered: text.length % 2 === 0 });
      assert.deepEqual(await processor.run('store', input, scopeOf()), runTask('store', input), name);
    }
    assert.equal(jobCount() - before, names.length, 'every task ran in a worker process');
  });

  it('gives the same result for all tasks and texts', { timeout: 600_000 }, async () => {
    // The cheapest task with this text is too expensive for this process.
    const long = 'a "text" \ud83d\ude00 & <b>more</b>\n'.repeat(800);
    const inputs: { [Name in TaskName]: (text: string) => TaskInput<Name> } = {
      store: submitted,
      filter: submitted,
      render: (content) => ({ title: content, content, excerpt: '' }),
      excerpt: (content) => ({ content, excerpt: '', words: 20_000 }),
      description: (description) => ({ description, field: 'termDescription' }),
      storeComment: (content) => ({ content, mayPostAnyHtml: false }),
      renderComment: (content) => ({ content }),
      renderBlocks: (content) => ({ content }),
    };
    const same = async <Name extends TaskName>(name: Name, input: TaskInput<Name>) =>
      assert.deepEqual(await processor.run(name, input, scopeOf()), runTask(name, input), name);
    for (const name of Object.keys(inputs) as TaskName[]) {
      const input = inputs[name] as (text: string) => never;
      const before = jobCount();
      await same(name, input(long));
      assert.equal(jobCount() - before, 1, `${name} ran in a worker process`);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary' }), (text) => same(name, input(text + long))),
        { numRuns: 5 },
      );
    }
  });

  it('rejects a text that is too expensive, and reports the property with the highest cost', async () => {
    const input = submitted('"', { excerpt: '<b>'.repeat(200_000) });
    for (const allowance of ['request', 'text'] as const)
      await assert.rejects(
        processor.run('store', input, scopeOf(), { allowance }),
        (error) => error instanceof TextTooHeavy && error.property === 'excerpt' && !error.isBudgetSpent,
      );
  });

  it('rejects texts of one request that together are too expensive', async () => {
    const input = { title: '', content: slowTexts['prose in blocks']?.(900_000) ?? '', excerpt: '' };
    const scope = scopeOf(300);
    await processor.run('render', input, scope);
    await processor.run('render', input, scope);
    await assert.rejects(
      processor.run('render', input, scope),
      (error) => error instanceof TextTooHeavy && error.isBudgetSpent,
    );
    await processor.run('render', input, scope, { allowance: 'text' });
  });

  it('accepts more expensive texts if the maximum length is larger', async () => {
    const larger = new TextProcessor({ maxTextBytes: 4 * 1024 * 1024 });
    const content = slowTexts.prose?.(2_400_000) ?? '';
    assert.equal(larger.findTooHeavy({ content }), undefined);
    assert.equal(processor.findTooHeavy({ title: '', content }), 'content');
    const texts = { title: '', content, excerpt: '' };
    assert.deepEqual(await larger.run('render', texts, scopeOf(300)), runTask('render', texts));
    larger.close();
  });

  it('retries a task whose process was killed', async () => {
    const separateProcessor = new TextProcessor();
    const texts = { title: '', content: slowTexts['prose in blocks']?.(900_000) ?? '', excerpt: '' };
    const before = childrenOf(process.pid);
    const rendered = separateProcessor.run('render', texts, scopeOf());
    const started = await waitFor(() => childrenOf(process.pid).find((pid) => !before.includes(pid)));
    process.kill(started, 'SIGKILL');
    assert.deepEqual(await rendered, runTask('render', texts));
    separateProcessor.close();
  });

  it('stops an aborted task, and limits the queue', async () => {
    const separateProcessor = new TextProcessor({ maxWorkers: 1 });
    // It is too expensive for this process. The queue is full before the worker process has started.
    const texts = { title: '', content: slowTexts['prose in blocks']?.(100_000) ?? '', excerpt: '' };
    const abortController = new AbortController();
    const abortedTask = separateProcessor.run(
      'render',
      texts,
      new WorkScope({ client: 'a', cpuMs: 1000, signal: abortController.signal }),
    );
    abortController.abort(new Error('gone'));
    await assert.rejects(abortedTask, /gone/);
    const many = Array.from({ length: 30 }, () => separateProcessor.run('render', texts, scopeOf()));
    const outcomes = await Promise.allSettled(many);
    const busy = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    assert.ok(busy.length > 0 && busy.every((error) => error instanceof WorkersBusy), String(busy[0]));
    assert.ok(busy.length < 30, 'no task was completed');
    separateProcessor.close();
  });
});

describe('TextWork', () => {
  const long = { content: `${'<b>x</b>'.repeat(3000)}` };

  it('runs a slow task outside of the transaction and then repeats the transaction', async () => {
    const work = new TextWork(processor, scopeOf());
    const seen: string[] = [];
    const rendered = await work.complete(async () => {
      seen.push('begins');
      return work.result('renderComment', long);
    });
    assert.deepEqual(seen, ['begins', 'begins']);
    assert.equal(rendered, runTask('renderComment', long));
    assert.equal(await work.complete(async () => work.result('renderComment', long)), rendered);
  });

  it('throws WorkersBusy after ten attempts', async () => {
    const work = new TextWork(processor, scopeOf());
    let times = 0;
    const changing = () =>
      work.complete(async () => {
        times += 1;
        return work.result('renderComment', { content: `${times} ${long.content}` });
      });
    await assert.rejects(changing, WorkersBusy);
    assert.equal(times, 10);
  });

  it('reports the parameter name of the request', async () => {
    const work = new TextWork(processor, scopeOf(), { parameters: { content: 'description' } });
    const content = '<b>'.repeat(200_000);
    await assert.rejects(
      work.complete(async () => work.result('renderComment', { content })),
      (error) => error instanceof TextTooHeavy && error.property === 'description',
    );
  });

  it('rethrows other errors', async () => {
    const work = new TextWork(processor, scopeOf());
    const failure = new JobTooExpensive('x');
    await assert.rejects(
      work.complete(async () => {
        throw failure;
      }),
      failure,
    );
  });
});

/** Returns the IDs of the child processes of a process. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

async function waitFor<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((go) => setTimeout(go, 5));
  }
}
