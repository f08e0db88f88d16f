// Tests that the help of every screen exists.
import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { guideFolder, readGuides } from '../build/guides.ts';
import { sectionsOf } from '../test/guide-sections.ts';

// The modules of the screens are not loaded; only these are read when the table is.
Object.assign(globalThis, {
  document: { getElementById: () => null, querySelector: () => null },
  CATALOGUE_NAMES: {},
});
const { routes } = await import('./routes.ts');

it('every screen has help in an existing section of a guide', () => {
  const { index, files } = readGuides(guideFolder(path.resolve(import.meta.dirname, '..')));
  const broken = routes.filter(({ help }) => {
    if (help === null) return false;
    const [name = '', section = ''] = help.split('#');
    const file = index[name]?.file;
    return file === undefined || !sectionsOf(JSON.parse(String(files.get(file)))).includes(section);
  });
  assert.deepEqual(
    broken.map(({ path, help }) => `${path}: ${help}`),
    [],
  );
  const withoutHelp = routes.filter(({ help }) => help === null);
  assert.deepEqual(
    withoutHelp.map(({ path }) => path),
    ['/help/:guide'],
  );
});
