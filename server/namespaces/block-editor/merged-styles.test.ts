import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergedSettings, mergedStyles } from './merged-styles.ts';

const preset = (slug: string, color: string) => ({ slug, color });

describe('settings and styles that were changed', () => {
  const theme = { color: { custom: true, palette: [preset('base', 'white'), preset('ink', 'black')] } };

  it('stand over those of the theme', () => {
    const styles = mergedStyles(
      { color: { text: 'a', background: 'b' }, spacing: { padding: '1' } },
      { color: { text: 'c' } },
    );
    assert.deepEqual(styles, { color: { text: 'c', background: 'b' }, spacing: { padding: '1' } });
    assert.deepEqual(mergedSettings(theme, { color: { custom: false } }), {
      color: { ...theme.color, custom: false },
    });
  });

  it('add presets, and put others in the place of those with their slug', () => {
    const paletteOf = (palette: unknown) =>
      (mergedSettings(theme, { color: { palette } }) as unknown as typeof theme).color.palette.map(
        ({ slug, color }) => `${slug} ${color}`,
      );
    assert.deepEqual(paletteOf([preset('mine', 'red')]), ['base white', 'ink black', 'mine red']);
    assert.deepEqual(paletteOf({ custom: [preset('mine', 'red')] }), ['base white', 'ink black', 'mine red']);
    assert.deepEqual(paletteOf({ theme: [preset('ink', 'blue')] }), ['ink blue']);
    assert.deepEqual(paletteOf({ theme: [preset('ink', 'blue')], custom: [preset('mine', 'red')] }), [
      'ink blue',
      'mine red',
    ]);
    assert.deepEqual(paletteOf({ custom: [preset('ink', 'green')] }), ['base white', 'ink green']);
  });

  it('lose the marks of where they come from also where the theme says nothing', () => {
    const settings = { blocks: { 'core/button': { color: { palette: { custom: [preset('mine', 'red')] } } } } };
    assert.deepEqual(mergedSettings({}, settings), {
      blocks: { 'core/button': { color: { palette: [preset('mine', 'red')] } } },
    });
  });
});
