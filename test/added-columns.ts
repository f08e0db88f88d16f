// A column of each table besides the one of the guide, declared as docs/content-types.md describes, for copies of the repository.
import type { PageBlock } from './page-blocks.ts';

/** Returns the block that adds a declaration after the last column of a table. */
const declare = (lastLines: string, declaration: string): PageBlock => {
  const context = lastLines.replaceAll(/^/gm, ' ');
  const text = `${context}\n+    ${declaration},\n   },\n`;
  return { language: 'diff', file: 'contract/columns.ts', text, isNotRun: false };
};

const migrationText = `
export const more = {
  number: 9003,
  name: 'more-columns',
  async up(tx) {
    const { text, integer } = tx.dialect.types;
    for (const change of [
      \`terms add column icon \${text} not null default 'leaf'\`,
      \`users add column newsletter \${integer} not null default 0\`,
      \`comments add column rating \${integer} not null default 0\`,
      \`media add column credit \${text} not null default ''\`,
    ])
      await tx.execute(\`alter table \${change}\`);
  },
} satisfies Migration;
`;

/** The changes that add columns to terms, users, comments and media. */
export const columnsOfOtherTables: readonly PageBlock[] = [
  declare(
    "    count: column(ReadOnly.Integer('Number of published entries with the term.', viewAndEdit), 0),",
    `icon: column(Type.String({ description: 'The icon.', context: viewAndEdit }), 'leaf', { importedFrom: 'icon' })`,
  ),
  declare(
    "    locale: column(enumOf(['', 'en_US'], { description: 'The language of the user.', context: editOnly }), ''),",
    `newsletter: column(Type.Boolean({ description: 'Whether to send the newsletter.', context: editOnly }), false)`,
  ),
  declare(
    "    post: column(Type.Integer({ description: 'The ID of the entry.', context: viewAndEdit, default: 0 }), 0),",
    `rating: column(Type.Integer({ maximum: 5, context: everywhere }), 0, { importedFrom: 'rating' })`,
  ),
  declare(
    "      importedFrom: '_wp_attachment_image_alt',\n    }),",
    `credit: column(Type.String({ description: 'The source.', context: everywhere }), '', { importedFrom: 'credit' })`,
  ),
  {
    language: 'ts',
    file: 'server/database/migrations/9003-more-columns.ts',
    text: `import type { Migration } from "../migrate.ts";\n${migrationText}`,
    isNotRun: false,
  },
];
