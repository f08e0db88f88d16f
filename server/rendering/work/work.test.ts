// Tests of text processing: cost limits, and equal results in all processes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { JobTooExpensive, WorkersBusy } from '../../workers/errors.ts';
import { WorkScope } from '../../workers/work-scope.ts';
import { slowTexts } from '../slow-texts-for-tests.ts';
import { TextTooHeavy } from './errors.ts';
import { runTask, type SubmittedTexts, type TaskInput, type TaskName } from './tasks.ts';
import { TextProcessor } from './text-processor.ts';
import { TextWork } from './text-work.ts';
import { estimateCost, estimateCostInSteps, minCostOf } from './weight.ts';

const submitted = (content: string, more: Partial<SubmittedTexts> = {}): SubmittedTexts => ({
  ...{ title: 'A "title"', content, excerpt: '', footnotes: '', isFiltered: true },
  ...{ uploads: 'https://example.org/uploads/', theme: 'quarto' },
  ...more,
});

const scopeOf = (cpuMs = Number.POSITIVE_INFINITY, client = 'somebody') => new WorkScope({ client, cpuMs });

/** Returns a text of at most this length, whose cost is at most the same share of the maximum. */
function heaviest(name: string, length: number): string {
  const shape = slowTexts[name] ?? (() => '');
  const maxCost = 290 * length;
  return shape(Math.floor(Math.min(1, maxCost / estimateCost(shape(length))) * length));
}

/** Maximum CPU time of a text, relative to prose in blocks of the same cost. It is several times the measured maximum. */
const maxRatio = 20;

/** Returns the CPU time per cost of an eighth of the heaviest text: the fastest of three runs, because garbage collection interferes. */
function msPerCost(name: string): number {
  const text = heaviest(name, 1_000_000 / 8);
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    runTask('store', submitted(text));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times) / estimateCost(text);
}

describe('the cost of a text', () => {
  for (const [name, shape] of Object.entries(slowTexts))
    it(`grows with its length: ${name}`, () => {
      const [short, long] = [estimateCost(shape(50_000)), estimateCost(shape(200_000))];
      assert.ok(long > 3 * short && long < 5 * short, `${short} and ${long}`);
    });

  it('is at least the minimum for its length, and the same in steps', () => {
    for (const [name, shape] of Object.entries(slowTexts)) {
      const text = shape(600_000);
      assert.ok(minCostOf(text) <= estimateCost(text), name);
      let steps = 0;
      const weighing = estimateCostInSteps(text);
      let step = weighing.next();
      for (; !step.done; step = weighing.next()) steps += 1;
      assert.deepEqual([step.value, steps], [estimateCost(text), Math.ceil(text.length / 2 ** 18) - 1], name);
    }
    for (let code = 0; code < 200; code += 1)
      for (const before of ['', '<a ']) {
        const text = before + String.fromCharCode(code);
        assert.ok(minCostOf(text) <= estimateCost(text), `character ${code}`);
      }
  });

  it('accepts typical long texts', () => {
    for (const name of ['prose', 'prose in blocks'])
      assert.ok(estimateCost(slowTexts[name]?.(1024 * 1024) ?? '') < 300e6, name);
  });

  it('bounds the processing time of any text', () => {
    const reference = msPerCost('prose in blocks');
    const slow = Object.keys(slowTexts).flatMap((name) => {
      const ratio = msPerCost(name) / reference;
      return ratio > maxRatio ? [`${name}: ${ratio.toFixed(1)} times the CPU time of prose in blocks`] : [];
    });
    assert.deepEqual(slow, []);
  });
});

describe('TextProcessor', () => {
  const processor = new TextProcessor();
  after(() => processor.close());

  it('gives the same result in a worker process', { timeout: 600_000 }, async () => {
    for (const name of Object.keys(slowTexts)) {
      const text = heaviest(name, 100_000);
      const input = submitted(text, { isFiltered: text.length % 2 === 0 });
      assert.deepEqual(await processor.run('store', input, scopeOf()), runTask('store', input), name);
    }
    assert.ok((processor.statistics?.workers ?? 0) > 0, 'no task ran in a worker process');
  });

  it('gives the same result for all tasks and texts', { timeout: 600_000 }, async () => {
    const long = 'a "text" \ud83d\ude00 & <b>more</b>\n'.repeat(20_000).slice(0, 200_000);
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
      await same(name, input(long));
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
    const content = slowTexts.prose?.(3_000_000) ?? '';
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
    const texts = { title: '', content: slowTexts['prose in blocks']?.(900_000) ?? '', excerpt: '' };
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
  const processor = new TextProcessor();
  after(() => processor.close());
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
