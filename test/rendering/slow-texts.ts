// Adversarial texts for tests. A naive implementation parses, sanitizes, renders or searches them slowly.

/** A function that returns a text of approximately the given length. */
export type TextGenerator = (length: number) => string;

const repeated =
  (unit: string, before = '', after = ''): TextGenerator =>
  (length) =>
    before + unit.repeat(Math.ceil((length - before.length - after.length) / unit.length)) + after;

const nested =
  (opening: string, closing: string, before = '', after = ''): TextGenerator =>
  (length) => {
    const depth = Math.ceil(length / (opening.length + closing.length));
    return before + opening.repeat(depth) + closing.repeat(depth) + after;
  };

const named =
  (write: (index: number) => string, before = '', after = ''): TextGenerator =>
  (length) => {
    const parts: string[] = [];
    for (let size = 0, index = 0; size < length; index++) size += parts[parts.push(write(index)) - 1]?.length ?? 0;
    return before + parts.join('') + after;
  };

/** Characters and tags that are repeated literally. */
const repeatedUnits =
  `< > [ ] " ' & &# &#x &amp &amp; : - -- . \` % %4 / 8x 0x0 :) &nbsp; &nbsp;" "1 '11' [gallery [gallery] [[gallery
[caption] [embed [embed]x [code [code] [gallery_a=" <p> </p> <p></p> <div> <b> </b> <li> <ul><li> <td> <table><tr><td> <a>
<button> <p><b> <pre> </pre> <pre><code> <br> <hr> <script> <style> <svg> <math> <math><mi/> <textarea> <title> <plaintext>
<template> <noscript> <select> <option> <figcaption> <source> <object> <img <iframe <a_href=" <a_href=' <a_ <a/ </ <! <? <!--
<!--> --> <!--_--> <!--_<!--_--> <!--more <sup_class="fn"> <![CDATA[ <!-- <!--_wp:a_--> <!--_/wp:a_--> <!--_wp:a_{"a":
<!--_wp:group_--><div_class="a"> <!--_wp:paragraph_--><p> <b><i></b></i> <p><button><b><div>`
    .split(/\s+/)
    .map((unit) => unit.replaceAll('_', ' '));

/** Slow texts by description. */
export const slowTexts: Readonly<Record<string, TextGenerator>> = {
  ...Object.fromEntries(repeatedUnits.map((unit) => [unit, repeated(unit)])),
  'line ends': repeated('\n'),
  'carriage returns': repeated('\r\n'),
  'lines of one letter': repeated('a\n'),
  'paragraphs of one letter': repeated('a\n\n'),
  spaces: repeated(' '),
  'spaces between letters': repeated(' ', 'a\n', 'b'),
  'blank lines of spaces': repeated(' \n', 'a', 'b'),
  words: repeated('a '),
  'null bytes': repeated('\0'),
  'unpaired surrogates': repeated('\ud800'),
  'other surrogates': repeated('\udc00'),
  emoji: repeated('😀'),
  marks: repeated('\u0301', 'a'),
  'marks in no order': repeated('\u0301\u0323', 'a'),
  'half-width sound marks': repeated('\uff9e\uff9f', 'a'),
  syllables: repeated('\u1100\u1161'),
  'dotted capitals': repeated('İ'),
  'a long number': repeated('8', '', 'x8'),
  'a long reference': repeated('1', '&#', ';'),
  'URLs on lines': repeated('http://example.com/a\n'),
  'URLs in paragraphs': repeated('<p>http://example.com/a</p>'),
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
  'a URL of colons': repeated(':', '<a href="', '">'),
  'a URL of spaces': repeated(' ', '<a href="', 'javascript:x">'),
  'a URL of character references': repeated('&', '<a href="', '">'),
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
  'properties in JSON': named((index) => `"a${index}":1,`, '<!-- wp:a {', '"z":1} /-->'),
  'spaces in a block comment': repeated(' ', '<!-- wp:a', '-->'),
  'a long block name': repeated('a/', '<!-- wp:', ' -->'),
  'tags in a block': repeated('<a ', '<!-- wp:button -->', '<!-- /wp:button -->'),
  'inner blocks': repeated('<!-- wp:li -->a<!-- /wp:li -->', '<!-- wp:list --><ul>', '</ul><!-- /wp:list -->'),
  'texts between inner blocks': repeated('x<!-- wp:a /-->', '<!-- wp:group -->', '<div></div><!-- /wp:group -->'),
  'words in a shortcode': repeated('a  ', '[gallery ', ']'),
  'values in a shortcode': repeated('a="b" ', '[gallery ', ']'),
  'quotations with inches': repeated('a 1" ', '"'),
  'links and paragraphs never closed': repeated('<a><p>'),
  'formatting never closed': repeated('<b><i><em><strong><code><font><small>x'),
  'items of lists': repeated('<li>x'),
  'rules far below a paragraph': repeated('<hr>', `<p><object>${'<i>'.repeat(253)}`),
  'shortcodes in other shortcodes': repeated('[caption][gallery][/caption]'),
  'embedded URLs': repeated('[embed]http://example.com/a[/embed]'),
  'tags in the attributes of a block': repeated('\\u003cp id=x\\u003e', '<!-- wp:a {"b":"', '"} /-->'),
  'escapes in the attributes of a block': repeated('\\u005c\\u00e9', '<!-- wp:a {"b":"', '"} /-->'),
  'dynamic blocks': repeated('<!-- wp:latest-posts /-->'),
  prose: repeated(`${'lorem ipsum "dolor" sit amet, '.repeat(6)}\n\n`),
  'prose in blocks': repeated(
    `<!-- wp:paragraph -->\n<p>${'lorem ipsum dolor sit amet, '.repeat(6)}</p>\n<!-- /wp:paragraph -->\n\n`,
  ),
};
