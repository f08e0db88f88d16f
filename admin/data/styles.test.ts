// Tests how style sheets are replaced by mirrored ones.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';

interface Link {
  rel: string;
  href: string;
  readonly dataset: { name?: string };
  onload: () => void;
  onerror: () => void;
  after(other: Link): void;
  remove(): void;
}

/** The links of the page, in their order. */
let links: Link[] = [];

const root = { dir: 'ltr' };
const createLink = (): Link => ({
  ...{ rel: '', href: '', dataset: {}, onload: () => {}, onerror: () => {} },
  after(other) {
    links.splice(links.indexOf(this) + 1, 0, other);
  },
  remove() {
    links = links.filter((each) => each !== this);
  },
});
Object.assign(globalThis, {
  STYLE_NAMES: { early: 'early.css', late: 'late.css' },
  RTL_STYLE_NAMES: { early: 'rtl-early.css', late: 'rtl-late.css' },
  document: {
    getElementById: () => null,
    querySelector: (selector: string) => links.find(({ dataset }) => selector.includes(`"${dataset.name}"`)) ?? null,
    createElement: createLink,
    documentElement: root,
    head: { append: (link: Link) => links.push(link) },
  },
});
const { loadStyles, mirrorStyles } = await import('./styles.ts');

const hrefs = () => links.map(({ href }) => href.replace(/.*\//, ''));

beforeEach(() => {
  root.dir = 'ltr';
});

it('a style sheet that cannot be mirrored stays, and remains loaded', async () => {
  const loaded = loadStyles('early');
  links[0]?.onload();
  await loaded;
  root.dir = 'rtl';
  const mirrored = mirrorStyles();
  assert.deepEqual(hrefs(), ['early.css', 'rtl-early.css']);
  links[1]?.onerror();
  await assert.rejects(mirrored, /could not be loaded/);
  assert.deepEqual(hrefs(), ['early.css']);
  await loadStyles('early');
  const again = mirrorStyles();
  links[1]?.onload();
  await again;
  assert.deepEqual(hrefs(), ['rtl-early.css']);
  await loadStyles('early');
});

it('a style sheet for which a screen is waiting is replaced when it was loaded', async () => {
  links = [];
  const screen = loadStyles('late');
  root.dir = 'rtl';
  const mirrored = mirrorStyles();
  const [first, second] = links.filter(({ href }) => href.includes('late'));
  second?.onload();
  assert.deepEqual(
    hrefs().filter((href) => href.includes('late')),
    ['late.css', 'rtl-late.css'],
  );
  first?.onload();
  await screen;
  for (const link of [...links]) link.onload();
  await mirrored;
  assert.deepEqual(
    hrefs().filter((href) => href.includes('late')),
    ['rtl-late.css'],
  );
});
