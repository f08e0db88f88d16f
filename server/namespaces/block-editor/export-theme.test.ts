import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergedSettings, mergedStyles } from './endpoints.ts';

const preset = (slug: string, color: string) => ({ slug, color });

describe('changed settings and styles', () => {
  const theme = { color: { custom: true, palette: [preset('base', 'white'), preset('ink', 'black')] } };

  it('override the settings and styles of the theme', () => {
    const styles = mergedStyles(
      { color: { text: 'a', background: 'b' }, spacing: { padding: '1' } },
      { color: { text: 'c' } },
    );
    assert.deepEqual(styles, { color: { text: 'c', background: 'b' }, spacing: { padding: '1' } });
    assert.deepEqual(mergedSettings(theme, { color: { custom: false } }), {
      color: { ...theme.color, custom: false },
    });
  });

  it('add presets, and replace presets with the same slug', () => {
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

  it('do not contain the origin keys of presets that the theme does not define', () => {
    const settings = { blocks: { 'core/button': { color: { palette: { custom: [preset('mine', 'red')] } } } } };
    assert.deepEqual(mergedSettings({}, settings), {
      blocks: { 'core/button': { color: { palette: [preset('mine', 'red')] } } },
    });
  });
});
