// Tests the estimated cost of texts: it grows with the length and bounds the processing time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slowTexts } from '../../../test/rendering/slow-texts.ts';
import { heaviest, submitted } from '../../../test/rendering/texts.ts';
import { runTask } from './tasks.ts';
import { estimateCost, estimateCostInSteps, minCostOf } from './weight.ts';

/** Maximum CPU time of a text, relative to prose in blocks of the same cost. It is several times the measured maximum. */
const maxRatio = 20;

/**
 * Returns the CPU time per cost of a sixteenth of the heaviest text: the fastest of three runs, because garbage collection interferes.
 * Stops at the first run that is not slower than `sufficient`.
 */
function msPerCost(name: string, sufficient = 0): number {
  const text = heaviest(name, 1_000_000 / 16);
  const cost = estimateCost(text);
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && fastest > sufficient; run += 1) {
    const before = process.cpuUsage();
    runTask('store', submitted(text));
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1000 / cost);
  }
  return fastest;
}

describe('the cost of a text', () => {
  for (const [name, shape] of Object.entries(slowTexts))
    it(`grows with its length: ${name}`, () => {
      const [short, long] = [estimateCost(shape(50_000)), estimateCost(shape(200_000))];
      assert.ok(long > 3 * short && long < 5 * short, `${short} and ${long}`);
    });

  it('is at least the minimum for its length, and the same in steps', () => {
    for (const [name, shape] of Object.entries(slowTexts)) {
      const text = shape(300_000);
      const cost = estimateCost(text);
      assert.ok(minCostOf(text) <= cost, name);
      let steps = 0;
      const weighing = estimateCostInSteps(text);
      let step = weighing.next();
      for (; !step.done; step = weighing.next()) steps += 1;
      assert.deepEqual([step.value, steps], [cost, Math.ceil(text.length / 2 ** 18) - 1], name);
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
      const ratio = msPerCost(name, maxRatio * reference) / reference;
      return ratio > maxRatio ? [`${name}: ${ratio.toFixed(1)} times the CPU time of prose in blocks`] : [];
    });
    assert.deepEqual(slow, []);
  });
});
