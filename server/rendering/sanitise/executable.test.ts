import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { renderHtml } from '../../../test/rendering/site.ts';
import { normalizeBlocks } from '../blocks/serialize.ts';
import { commentMarkup, entryMarkup } from './allowed-markup.ts';
import { sanitize } from './sanitise.ts';

/** Known attacks, each of which must become harmless text and tags. */
const attacks: readonly string[] = [
  '<!-- wp:group --><div title=" class=onmouseover=alert(1)//">x</div><!-- /wp:group -->',
  '<!-- wp:paragraph --><p title=" class=onmouseover=alert(1)//">x</p><!-- /wp:paragraph -->',
  `<pre>[caption width="5" caption='<b title="' y">z</b>'][/caption]<i title=" onmouseover=alert(1) x=">q</i></pre>`,
  '<script>alert(1)</script>',
  '<ScRiPt src=//x></sCrIpT >',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)//',
  '<img src=`x` onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" \u0001java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="vbscript:x">x</a><a href="data:text/html,<script>alert(1)</script>">y</a>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<textarea><!-- </textarea><img src=x onerror=alert(1)> --></textarea>',
  '<title><!--</title><img src=x onerror=alert(1)>--></title>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml <img src=x onerror=alert(1)> ?>',
  '<p style="background:url(javascript:alert(1));width:expression(alert(1))">x</p>',
  '<p style="color:red&quot; onclick=&quot;alert(1)">x</p>',
  '<p title="&quot; onclick=&quot;alert(1)">x</p>',
  '<p title=\'" onclick="alert(1)\'>x</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><base href="//x"><meta http-equiv=refresh content="0;url=javascript:x">',
  '<object data="data:text/html,<script>alert(1)</script>" type="text/html"></object><embed src="javascript:x">',
  '<video><source onerror="alert(1)"></video><video poster="javascript:alert(1)"></video><audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<plaintext><script>alert(1)</script>',
  '<!-- wp:html {"a":"\\u003cimg src=x onerror=alert(1)\\u003e"} --><img src=x onerror=alert(1)><!-- /wp:html -->',
  '<!-- wp:a {"x":"<script>alert(1)</script>"} /-->',
  '<<!-- wp:a /-->script>alert(1)<<!-- wp:a /-->/script>',
  '[caption width="1" caption="&lt;script&gt;"]<img src=x onerror=alert(1)>[/caption]',
  '[audio src="javascript:alert(1)"][embed]javascript:alert(1)[/embed]',
  '[caption width="1" caption="x"]<a title="[/caption] onmouseover=alert(1) x">y</a>',
  '[caption width=1 align="x onclick=alert(1)" caption=x]<a title="[wp_caption width=1 class=onclick=alert(1)//][/wp_caption]',
  '<a title="[audio src=/onclick=alert(1)//]">y</a>[audio src=/x"onclick=alert(1)]',
  '<a href="[embed]" title="[[gallery]]">x</a>',
];

const dangerous =
  /^(?:script|style|iframe|frame|object|embed|form|input|select|svg|link|meta|base|template|noscript|xmp|plaintext|title|noembed|noframes|foreignobject|mglyph|annotation-xml|image|animate|set|use)$/i;
const runs = /^(?:on|formaction|srcdoc|srcset|xlink:href|ping|background$|action$)/i;
const addresses = /^(?:href|src|poster|cite|data|longdesc)$/i;
const unsafe = /^[\s\u0000-\u0020]*(?:j[\s]*a[\s]*v[\s]*a[\s]*s|v[\s]*b[\s]*s|data)[^/?#]*:/i;

/** Returns the executable elements and attributes of a parsed document. An `object` without `data` is harmless. */
function findings(root: DefaultTreeAdapterTypes.Node): string[] {
  const found: string[] = [];
  const waiting: DefaultTreeAdapterTypes.Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
    if (!('tagName' in node)) continue;
    const emptyObject = node.tagName === 'object' && node.attrs.every(({ name }) => name !== 'data');
    if (dangerous.test(node.tagName) && !emptyObject) found.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      if (runs.test(name) || (addresses.test(name) && unsafe.test(value)))
        found.push(`${node.tagName} ${name}=${value}`);
      if (name === 'style' && /expression|javascript|behavior/i.test(value)) found.push(`style=${value}`);
    }
  }
  return found;
}

/** Returns the executable elements and attributes of HTML that is parsed as a page and in various elements, with and without scripting. */
function findingsInAllContexts(html: string): string[] {
  const insides = ['', '<div>', '<p title="', '<table>', '<svg>', '<math><mtext>', '<select>'].filter(
    (before) => !before.endsWith('"'),
  );
  return [true, false].flatMap((scriptingEnabled) =>
    [
      ...insides.flatMap((before) => findings(parseFragment(before + html, { scriptingEnabled }))),
      ...findings(parse(`<!DOCTYPE html><title>t</title><body>${html}`, { scriptingEnabled })),
    ].filter((one) => !['<svg>', '<select>', '<title>'].includes(one)),
  );
}

async function assertHarmless(input: string): Promise<void> {
  for (const markup of [entryMarkup, commentMarkup]) {
    const clean = sanitize(input, markup);
    assert.deepEqual(findingsInAllContexts(clean), [], clean);
    assert.deepEqual(findingsInAllContexts(await renderHtml(normalizeBlocks(clean))), [], `rendered from ${clean}`);
    assert.equal(sanitize(clean, markup), clean);
  }
}

for (const attack of attacks) test(`harmless: ${attack}`, () => assertHarmless(attack));

test('the checks detect executable HTML', () => {
  assert.deepEqual(findingsInAllContexts('<p>a</p><a href="/x">b</a>'), []);
  assert.notDeepEqual(findingsInAllContexts('<img src=x onerror=y>'), []);
  assert.notDeepEqual(findingsInAllContexts('<a href="java\tscript:x">a</a>'), []);
});

test('recombined fragments of attacks are harmless', async () => {
  const shards = attacks.flatMap((attack) => attack.match(/<[^<>\s]*|[\s]+|[^<>\s"]+|[<>"]/g) ?? []);
  const shard = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...shards) },
    { weight: 1, arbitrary: fc.constantFrom(...attacks) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(shard, { maxLength: 14 }), (list) => assertHarmless(list.join(''))),
    { numRuns: 400 },
  );
});
