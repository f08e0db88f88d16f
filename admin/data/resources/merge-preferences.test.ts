import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergePreferences } from './merge-preferences.ts';

describe('preferences of several tabs', () => {
  it('are merged by name: each tab stores only what it has changed', () => {
    const before = { core: { fixedToolbar: false, openPanels: ['a'] } };
    const after = { core: { fixedToolbar: true, openPanels: ['a'] }, 'core/edit-post': { themeStyles: false } };
    const stored = { core: { fixedToolbar: false, openPanels: ['a', 'b'], editorMode: 'text' }, other: { x: 1 } };
    assert.deepEqual(mergePreferences(stored, before, after), {
      core: { fixedToolbar: true, openPanels: ['a', 'b'], editorMode: 'text' },
      'core/edit-post': { themeStyles: false },
      other: { x: 1 },
    });
  });
});
