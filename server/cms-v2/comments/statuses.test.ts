import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextStatus } from './statuses.ts';

/** Returns the status of an initially approved comment after the submission of each of these status values. */
const statusesAfter = (...values: string[]): string[] => {
  let current = { status: 'approved', status_before: '' };
  return values.map((value) => {
    current = nextStatus(current, value);
    return current.status;
  });
};

describe('the status of a comment', () => {
  const cases: [values: string[], states: string[]][] = [
    [
      ['hold', 'approved'],
      ['hold', 'approved'],
    ],
    [
      ['0', '1', 'HOLD', 'Approve'],
      ['hold', 'approved', 'hold', 'approved'],
    ],
    [
      ['spam', 'unspam'],
      ['spam', 'approved'],
    ],
    [
      ['hold', 'trash', 'untrash'],
      ['hold', 'trash', 'hold'],
    ],
    [
      ['spam', 'trash', 'untrash'],
      ['spam', 'trash', 'spam'],
    ],
    [
      ['spam', 'trash', 'untrash', 'unspam'],
      ['spam', 'trash', 'spam', 'hold'],
    ],
    [
      ['spam', 'approved', 'unspam'],
      ['spam', 'approved', 'approved'],
    ],
    [
      ['spam', 'spam', 'unspam'],
      ['spam', 'spam', 'approved'],
    ],
    [
      ['trash', 'approved', 'trash', 'hold', 'untrash'],
      ['trash', 'approved', 'trash', 'hold', 'approved'],
    ],
    [
      ['untrash', 'unspam'],
      ['hold', 'hold'],
    ],
    [['unapproved', 'nothing', '', 'constructor', 'post-trashed'], Array(5).fill('approved')],
  ];
  for (const [values, states] of cases)
    test(`changes to ${states.join(', ')} after ${values.join(', ')}`, () =>
      assert.deepEqual(statusesAfter(...values), states));
});
