// Tests that an error in `octavo.config.ts` stops a command with a message of one line.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { runOctavo } from './in-process.ts';
import { newFolder } from './processes.ts';

describe('octavo.config.ts', () => {
  it('is rejected with the name of the invalid key, type or taxonomy', async () => {
    const label = "noun: { one: 'recipe', many: 'recipes' }";
    const recipe = `name: 'recipe', restBase: 'recipes', ${label}`;
    const shelf = "{ slug: 'shelf', name: 'Shelf', font_families: [] }";
    const cuisine = `name: 'cuisine', restBase: 'cuisines', ${label}`;
    for (const [configuration, message] of [
      ['tipes: []', /the default export has the unknown key tipes/],
      ["roles: { a: 'b' }", /roles\.a must be an array/],
      ['templates: { page: [1] }', /templates\.page\.0 must be a string/],
      ["templates: { pgae: ['wide'] }", /the templates refer to the type pgae, which is not declared/],
      ["fontCollections: [{ slug: 'a', name: 'A' }]", /fontCollections\.0 is missing the key font_families/],
      [`fontCollections: [${shelf}, ${shelf}]`, /two font collections have the slug shelf/],
      [`fontCollections: [${shelf.replace('shelf', 'a/b')}]`, /invalid slug "a\/b" of a font collection/],
      [`types: { ${recipe} }`, /types must be an array/],
      [`types: [{ restBase: 'recipes', ${label} }]`, /types\[0\] is missing the key name/],
      [`types: [{ ${recipe}, suports: [] }]`, /the type recipe has the unknown key suports/],
      [`types: [{ ${recipe}, supports: ['sparkle'] }]`, /the type recipe: supports\.0 must be one of title, editor/],
      [`types: [{ ${recipe}, rights: 3 }]`, /the type recipe: rights must be a string or an object/],
      [`types: [{ ${recipe}, meta: { servings: { type: 'integr' } } }]`, /the type recipe: meta\.servings\.type/],
      [`types: [{ ${recipe}, name: 'Recipe' }]`, /"Recipe" is not a valid name/],
      [`types: [{ ${recipe}, restBase: 'posts' }]`, /post and recipe have the same REST base posts/],
      [`types: [{ ${recipe}, restBase: 'media' }]`, /attachment and recipe have the same REST base media/],
      [`types: [{ ${recipe}, name: 'user' }]`, /more than one resource has the name user; choose another name/],
      [
        `types: [{ ${recipe}, taxonomies: ['mood'] }]`,
        /the type recipe names the taxonomy mood, which is not declared/,
      ],
      [`taxonomies: [{ ${cuisine} }]`, /the taxonomy cuisine is missing the key types/],
      [
        `taxonomies: [{ ${cuisine}, types: ['pst'] }]`,
        /the taxonomy cuisine names the type pst, which is not declared/,
      ],
      [
        `taxonomies: [{ ${cuisine}, types: ['post'], restBase: 'title' }]`,
        /the REST base title of cuisine is already a field/,
      ],
    ] as const) {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'octavo.config.ts'), `export default { ${configuration} };`);
      const { status, stderr } = await runOctavo(['user', 'list', '--data', folder]);
      assert.equal(status, 2, configuration);
      assert.match(stderr, message);
      assert.match(stderr, /^Invalid configuration file \S*octavo\.config\.ts: [^\n]*\.\n$/);
    }
  });
});
