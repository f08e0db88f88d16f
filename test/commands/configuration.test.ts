// What is wrong in `octavo.config.ts` stops every command with one sentence.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { newFolder, octavo } from './processes.ts';

describe('octavo.config.ts', () => {
  it('names the key, type or taxonomy of octavo.config.ts that cannot be used', () => {
    const noun = "noun: { one: 'recipe', many: 'recipes' }";
    const recipe = `name: 'recipe', restBase: 'recipes', ${noun}`;
    const shelf = "{ slug: 'shelf', name: 'Shelf', font_families: [] }";
    const cuisine = `name: 'cuisine', restBase: 'cuisines', ${noun}`;
    for (const [declared, sentence] of [
      ['tipes: []', /the default export has the unknown key tipes/],
      ["roles: { a: 'b' }", /roles\.a must be a list/],
      ['templates: { page: [1] }', /templates\.page\.0 must be text/],
      ["templates: { pgae: ['wide'] }", /the templates name the type pgae, which is not declared/],
      ["fontCollections: [{ slug: 'a', name: 'A' }]", /fontCollections\.0 lacks the key font_families/],
      [`fontCollections: [${shelf}, ${shelf}]`, /two font collections have the slug shelf/],
      [`fontCollections: [${shelf.replace('shelf', 'a/b')}]`, /"a\/b" cannot be the slug of a font collection/],
      [`types: { ${recipe} }`, /types must be a list/],
      [`types: [{ restBase: 'recipes', ${noun} }]`, /types\[0\] lacks the key name/],
      [`types: [{ ${recipe}, suports: [] }]`, /the type recipe has the unknown key suports/],
      [`types: [{ ${recipe}, supports: ['sparkle'] }]`, /the type recipe: supports\.0 must be one of title, editor/],
      [`types: [{ ${recipe}, rights: 3 }]`, /the type recipe: rights must be text or an object/],
      [`types: [{ ${recipe}, meta: { servings: { type: 'integr' } } }]`, /the type recipe: meta\.servings\.type/],
      [`types: [{ ${recipe}, name: 'Recipe' }]`, /"Recipe" cannot be the name/],
      [`types: [{ ${recipe}, restBase: 'posts' }]`, /post and recipe have the same REST base posts/],
      [`types: [{ ${recipe}, restBase: 'media' }]`, /attachment and recipe have the same REST base media/],
      [`types: [{ ${recipe}, name: 'user' }]`, /the name user belongs to the service/],
      [
        `types: [{ ${recipe}, taxonomies: ['mood'] }]`,
        /the type recipe names the taxonomy mood, which is not declared/,
      ],
      [`taxonomies: [{ ${cuisine} }]`, /the taxonomy cuisine lacks the key types/],
      [
        `taxonomies: [{ ${cuisine}, types: ['pst'] }]`,
        /the taxonomy cuisine names the type pst, which is not declared/,
      ],
      [`taxonomies: [{ ${cuisine}, types: ['post'], restBase: 'title' }]`, /the REST base title of cuisine is a field/],
    ] as const) {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'octavo.config.ts'), `export default { ${declared} };`);
      const { status, stderr } = octavo(['user', 'list', '--data', folder]);
      assert.equal(status, 1, declared);
      assert.match(stderr, sentence);
      assert.match(stderr, /octavo\.config\.ts cannot be used: [^\n]*\.\n$/);
    }
  });
});
