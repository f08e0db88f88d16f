// Texts made to be slow: each takes time in proportion to its length in everything that reads, filters or stores texts.
// `OCTAVO_BYTES=5000000 npm run linear` measures long ones and prints what each takes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normalBlocks } from './blocks/serialize.ts';
import { makeExcerpt } from './excerpt.ts';
import { fold } from './fold.ts';
import { renderContent, renderExcerpt, renderMadeExcerpt, renderTitle } from './render.ts';
import { commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './sanitise/allowed-markup.ts';
import { footnotesPlain } from './sanitise/footnotes.ts';
import { escapedName, plainText } from './sanitise/names.ts';
import { sanitise } from './sanitise/sanitise.ts';
import { toSlug } from './slug.ts';

const works: Readonly<Record<string, (text: string) => unknown>> = {
  renderContent,
  renderExcerpt,
  renderMadeExcerpt,
  makeExcerpt,
  renderTitle,
  'sanitise entry': (text) => sanitise(text, entryMarkup, 'https://example.org/uploads/'),
  'sanitise title': (text) => sanitise(text, titleMarkup),
  'sanitise comment': (text) => sanitise(text, commentMarkup),
  'sanitise description': (text) => sanitise(text, descriptionMarkup),
  footnotesPlain: (text) => footnotesPlain(JSON.stringify([{ id: 'a', content: text }])),
  escapedName,
  plainText,
  toSlug,
  fold,
  normalBlocks: (text) => normalBlocks(text, 'quarto'),
};

type Shape = (length: number) => string;

const repeated =
  (unit: string, before = '', after = ''): Shape =>
  (length) =>
    before + unit.repeat(Math.ceil((length - before.length - after.length) / unit.length)) + after;

const nested =
  (opening: string, closing: string, before = '', after = ''): Shape =>
  (length) => {
    const depth = Math.ceil(length / (opening.length + closing.length));
    return before + opening.repeat(depth) + closing.repeat(depth) + after;
  };

const named =
  (write: (index: number) => string, before = '', after = ''): Shape =>
  (length) => {
    const parts: string[] = [];
    for (let size = 0, index = 0; size < length; index++) size += parts[parts.push(write(index)) - 1]?.length ?? 0;
    return before + parts.join('') + after;
  };

/** Signs and tags that repeat as they are. */
const units =
  `< > [ ] " ' & &# &#x &amp &amp; : - -- . \` % %4 / 8x 0x0 :) &nbsp; &nbsp;" "1 '11' [gallery [gallery] [[gallery
[caption] [embed [embed]x [code [code] [gallery_a=" <p> </p> <p></p> <div> <b> </b> <li> <ul><li> <td> <table><tr><td> <a>
<button> <p><b> <pre> </pre> <pre><code> <br> <hr> <script> <style> <svg> <math> <math><mi/> <textarea> <title> <plaintext>
<template> <noscript> <select> <option> <figcaption> <source> <object> <img <iframe <a_href=" <a_href=' <a_ <a/ </ <! <? <!--
<!--> --> <!--_--> <!--_<!--_--> <!--more <sup_class="fn"> <![CDATA[ <!-- <!--_wp:a_--> <!--_/wp:a_--> <!--_wp:a_{"a":
<!--_wp:group_--><div_class="a"> <!--_wp:paragraph_--><p> <b><i></b></i> <p><button><b><div>`
    .split(/\s+/)
    .map((unit) => unit.replaceAll('_', ' '));

const shapes: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(units.map((unit) => [unit, repeated(unit)])),
  'line ends': repeated('\n'),
  'carriage returns': repeated('\r\n'),
  'lines of one letter': repeated('a\n'),
  'paragraphs of one letter': repeated('a\n\n'),
  spaces: repeated(' '),
  'spaces between letters': repeated(' ', 'a\n', 'b'),
  'blank lines of spaces': repeated(' \n', 'a', 'b'),
  words: repeated('a '),
  'null bytes': repeated('\0'),
  'lone surrogates': repeated('\ud800'),
  'other surrogates': repeated('\udc00'),
  emoji: repeated('😀'),
  marks: repeated('\u0301', 'a'),
  'marks in no order': repeated('\u0301\u0323', 'a'),
  'half-width sound marks': repeated('\uff9e\uff9f', 'a'),
  syllables: repeated('\u1100\u1161'),
  'dotted capitals': repeated('İ'),
  'a long number': repeated('8', '', 'x8'),
  'a long reference': repeated('1', '&#', ';'),
  'addresses in lines': repeated('http://example.com/a\n'),
  'addresses in paragraphs': repeated('<p>http://example.com/a</p>'),
  'nested lists': nested('<ul><li>', '</li></ul>'),
  'nested divisions': nested('<div>', '</div>'),
  'nested quotations': nested('<blockquote>', '</blockquote>'),
  'nested preformatted text': nested('<pre>', '</pre>'),
  'nested captions': nested('[caption]', '[/caption]'),
  'nested drawings': nested('<svg>', '</svg>'),
  'nested blocks': nested('<!-- wp:a -->', '<!-- /wp:a -->'),
  'nested groups': nested('<!-- wp:group --><div class="a">', '</div><!-- /wp:group -->'),
  'blocks closed by others': nested('<!-- wp:a -->', '<!-- /wp:b -->'),
  'an element far below a table': nested('<b>', '<div></div>', '<p><table>'),
  'elements of all names': named((index) => `<x${index}>`),
  'a long comment': repeated('--', '<!--', '>'),
  'attributes of one name': repeated('a=b ', '<p ', '>'),
  'attributes of many names': named((index) => `data-a${index}=1 `, '<p ', '>'),
  'spaces in a tag': repeated(' ', '<!-- wp:group --><div class="a"', '><!-- /wp:group -->'),
  'slashes in a tag': repeated('/', '<!-- wp:group --><div ', '><!-- /wp:group -->'),
  'many classes': repeated('a ', '<!-- wp:group --><div class="', '"><!-- /wp:group -->'),
  'an address of colons': repeated(':', '<a href="', '">'),
  'an address of spaces': repeated(' ', '<a href="', 'javascript:x">'),
  'an address of references': repeated('&', '<a href="', '">'),
  'unknown properties': repeated('a:b;', '<p style="', '">'),
  'known properties': repeated('color:red;', '<p style="', '">'),
  'properties of edges': repeated('border-', '<p style="', ':x">'),
  'calls of url': repeated('url(', '<p style="background:', '">'),
  'closed calls of url': repeated('url(a)', '<p style="background:', '">'),
  'nested calculations': nested('calc(', ')', '<p style="width:', '">'),
  'brackets in a calculation': nested('(', ')', '<p style="width:calc(', ')">'),
  'a long name in a style': repeated('a-', '<p style="width:', '(">'),
  'nested lists in JSON': nested('[', ']', '<!-- wp:a {"b":', '} /-->'),
  'nested objects in JSON': nested('{"b":', '}', '<!-- wp:a {"b":[', '1]} /-->'),
  'objects never closed in JSON': repeated('{"a":', '<!-- wp:a ', ' -->'),
  'braces in JSON': repeated('} ', '<!-- wp:a {', '-->'),
  'a long string in JSON': repeated('x\\"', '<!-- wp:a {"b":"', '"} /-->'),
  'escapes in JSON': repeated('\\u003c', '<!-- wp:a {"b":"', '"} /-->'),
  'members in JSON': named((index) => `"a${index}":1,`, '<!-- wp:a {', '"z":1} /-->'),
  'spaces in a block comment': repeated(' ', '<!-- wp:a', '-->'),
  'a long block name': repeated('a/', '<!-- wp:', ' -->'),
  'tags in a block': repeated('<a ', '<!-- wp:button -->', '<!-- /wp:button -->'),
  'inner blocks': repeated('<!-- wp:li -->a<!-- /wp:li -->', '<!-- wp:list --><ul>', '</ul><!-- /wp:list -->'),
  'texts between inner blocks': repeated('x<!-- wp:a /-->', '<!-- wp:group -->', '<div></div><!-- /wp:group -->'),
  'words in a shortcode': repeated('a  ', '[gallery ', ']'),
  'values in a shortcode': repeated('a="b" ', '[gallery ', ']'),
  'quotations with inches': repeated('a 1" ', '"'),
};

const bytes = Number(process.env.OCTAVO_BYTES ?? 120_000);
const prints = process.env.OCTAVO_BYTES !== undefined;
/** What a text may take, in milliseconds of the processor: several times what the slowest takes, to be true on any machine. */
const longest = 500 + 3000 * (bytes / 1_000_000);
/** What is too short to be compared. */
const shortest = 80;

/** The time of the processor in milliseconds, which other work on the machine does not change. */
function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  work(text);
  return process.cpuUsage(before).user / 1000;
}

/** Four times the length takes less than eight times as long; measured again when a collection of garbage came between. */
function assertLinear(work: (text: string) => unknown, shape: Shape, name: string): number {
  let whole = timeOf(work, shape(bytes));
  for (let tries = 0; whole > shortest && tries < 4; tries++) {
    const quarter = timeOf(work, shape(bytes / 4));
    if (whole < longest && whole < 8 * quarter) return whole;
    whole = timeOf(work, shape(bytes));
  }
  assert.ok(whole <= shortest, `${name}: ${Math.round(whole)} ms for ${bytes} bytes`);
  return whole;
}

describe(`${bytes} bytes take time in proportion`, { timeout: 1_200_000 }, () => {
  for (const [what, shape] of Object.entries(shapes)) {
    test(what, () => {
      const times = Object.entries(works).map(([name, work]) => {
        work(shape(2000));
        return `${name} ${Math.round(assertLinear(work, shape, name))}`;
      });
      if (prints) console.log(`${what}: ${times.join(', ')}`);
    });
  }
});
