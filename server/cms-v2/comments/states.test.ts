import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moved } from './states.ts';

/** The states that words lead through, from approved. */
const through = (...words: string[]): string[] => {
  let standing = { status: 'approved', status_before: '' };
  return words.map((word) => {
    standing = moved(standing, word);
    return standing.status;
  });
};

describe('the state of a comment', () => {
  const ways: [words: string[], states: string[]][] = [
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
  for (const [words, states] of ways) test(words.join(', '), () => assert.deepEqual(through(...words), states));
});
