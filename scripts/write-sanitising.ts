// Writes docs/sanitising.md from the lists that the filter itself goes by: who may store what, and what may stay.
// `--check` only compares, and fails where the file is not fresh.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { makeRoles } from '../server/access/roles.ts';
import {
  type AllowedMarkup,
  commentMarkup,
  descriptionMarkup,
  entryMarkup,
  titleMarkup,
} from '../server/rendering/sanitise/allowed-markup.ts';
import { addressed, everywhere, properties } from '../server/rendering/sanitise/css.ts';
import { type FieldFilter, fieldFilters } from '../server/rendering/sanitise/fields.ts';
import { addresses, protocols } from '../server/rendering/sanitise/protocols.ts';

const file = 'docs/sanitising.md';
const roles = makeRoles();

const code = (names: Iterable<string>) => [...names].map((name) => `\`${name}\``).join(' ');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** What a role may store in a field. */
function storable({ markup, sparing }: FieldFilter, role: string): string {
  if (sparing !== undefined && roles.having(sparing).includes(role)) return 'anything';
  return markup ? markup.label : 'plain text';
}

/** The elements of a list with what they may have, those that may have the same together. */
function listed({ label, elements, data }: AllowedMarkup): string {
  const [first = new Set<string>()] = elements.values();
  const shared = [...first].filter((name) => [...elements.values()].every((attributes) => attributes.has(name)));
  const together = new Map<string, string[]>();
  for (const [name, attributes] of elements) {
    const own = code([...attributes].filter((attribute) => !shared.includes(attribute)));
    together.set(own, [...(together.get(own) ?? []), name]);
  }
  const rows = [...together].map(([own, names]) => row([code(names), own]));
  const everyone = shared.length > 0 ? `Every element may have ${code(shared)}${data ? ' and `data-…`' : ''}.\n\n` : '';
  return `## The ${label}\n\n${everyone}| Elements | Attributes${everyone ? ' beyond these' : ''} |\n| --- | --- |\n${rows.join('\n')}\n`;
}

const fields = Object.values(fieldFilters).map((field) =>
  row([field.label, ...roles.names.map((role) => storable(field, role))]),
);

const text = `# What may be stored

Made by \`npm run sanitising\` from the lists that the filter goes by
([server/rendering/sanitise/](../server/rendering/sanitise/)); do not edit. The rules are told in
[contract/rendering.md](contract/rendering.md), section 10; where we do otherwise on purpose stands in
[deviations.md](deviations.md).

Whether a role may write a field at all is another matter; here stands what is kept of what it writes. A filtered author who
saves an entry has the whole of it filtered, also what somebody else had written.

${row(['Field', ...roles.names])}
${row(['---', ...roles.names.map(() => '---')])}
${fields.join('\n')}

Of elements that may not stay only the tags go, their text is kept. In plain text there are no tags, and \`&\`, \`<\` and \`>\`
are entities. What is kept is balanced, at most 256 elements deep, and does not change when it is filtered again. In a
comment, the class of a \`span\` stays where it is a mention.

${[entryMarkup, titleMarkup, commentMarkup, descriptionMarkup].map(listed).join('\n')}
## Addresses

${code(addresses)} hold addresses. One may name no protocol, or one of ${code(protocols)}. Of any other address the whole
attribute goes. The \`data\` and \`type\` of an \`object\` stay together for a PDF among this site's uploads.

## Styles

A \`style\` keeps these properties, custom ones (\`--name\`) and those of single sides and corners (\`margin-left\`,
\`border-top-color\`, \`border-top-left-radius\` …):

${code(properties)}

A value may call ${code(everywhere)}; a background gradients too; and \`url(…)\` with a safe address stands in
${code(addressed)}.
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not what the lists say; run npm run sanitising`);
  process.exitCode = 1;
}
