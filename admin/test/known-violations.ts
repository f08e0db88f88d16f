// Compares the violations that axe finds in screens of packages with a list of known ones. The list only shrinks: a selector that matches no
// violation any more must be deleted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { listViolations } from '../../test/browser.ts';

/** Collects the violations of several states of screens. */
interface ViolationCheck {
  /** Checks frames in a state. */
  readonly add: (frames: readonly Frame[], state: string) => Promise<void>;
  /** Fails if there were unknown violations, or if known ones have not occurred. */
  readonly finish: () => void;
}

/** Starts a check with the list in a file of this folder, which has the CSS selectors of known violations, keyed by the rules of axe. */
export function checkViolations(file: string): ViolationCheck {
  const known: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  );
  const found = new Set<string>();
  const unknown = new Set<string>();
  return {
    add: async (frames, state) => {
      for (const frame of frames)
        for (const { rule, html, known: selector } of await listViolations(frame, known))
          if (selector === undefined) unknown.add(`${rule} (${state}): ${html}`);
          else found.add(`${rule} ${selector}`);
    },
    finish: () => {
      assert.deepEqual([...unknown], [], 'new violations');
      const listed = Object.entries(known).flatMap(([rule, selectors]) => selectors.map((each) => `${rule} ${each}`));
      assert.deepEqual(
        listed.filter((each) => !found.has(each)),
        [],
        'violations that no longer occur: delete them',
      );
    },
  };
}
