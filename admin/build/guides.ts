// Reads the guides that the admin contains from pages in Markdown, and checks their links.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lexer, type MarkedToken, type Token } from 'marked';
import { type Block, type Guide, type GuideName, guideNames, type Heading, type Inline } from '../ui/guides.ts';

/** The files of the guides. */
export interface GuideFiles {
  /** The titles of the guides and the names of their files, by the names of the guides. */
  readonly index: Readonly<Record<string, { readonly title: string; readonly file: string }>>;
  /** The contents by the names of the files. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Returns the folder of the pages: that of the repository, or a copy of it in the sources of a released package. */
export function guideFolder(root: string): string {
  const copy = path.join(root, 'docs');
  return existsSync(copy) ? copy : path.resolve(root, '../docs');
}

/**
 * Reads the guides in a folder. The names of the returned files contain a hash. Throws if a page is missing, has something that the admin
 * does not display, or has a link to a section that does not exist.
 */
export function readGuides(folder: string): GuideFiles {
  const guides = parseGuides(
    new Map(guideNames.map((name) => [name, readFileSync(path.join(folder, `${name}.md`), 'utf8')])),
  );
  const index: Record<string, { title: string; file: string }> = {};
  const files = new Map<string, Uint8Array>();
  for (const [name, guide] of guides) {
    const contents = Buffer.from(JSON.stringify(guide));
    const file = `guide-${name}-${createHash('sha256').update(contents).digest('hex').slice(0, 8)}.json`;
    index[name] = { title: guide.title, file };
    files.set(file, contents);
  }
  return { index, files };
}

/** Parses guides, by their names. Links to other pages than these become text. Throws as {@link readGuides}. */
export function parseGuides(pages: ReadonlyMap<GuideName, string>): ReadonlyMap<GuideName, Guide> {
  const guides = new Map(
    [...pages].map(([name, markdown]) => [name, new Parser(name, new Set(pages.keys())).parse(markdown)]),
  );
  for (const [name, { targets }] of guides)
    for (const target of targets) {
      const [guide = '', section] = target.split('#');
      if (section !== undefined && !guides.get(guide as GuideName)?.sections.has(section))
        throw new Error(`docs/${name}.md has a link to ${target}, which does not exist.`);
    }
  return new Map([...guides].map(([name, { guide }]) => [name, guide]));
}

interface ParsedGuide {
  readonly guide: Guide;
  readonly sections: ReadonlySet<string>;
  /** The guides and sections to which it has links. */
  readonly targets: ReadonlySet<string>;
}

/** Parses one guide. */
class Parser {
  readonly #name: GuideName;
  readonly #guides: ReadonlySet<string>;
  readonly #sections = new Set<string>();
  readonly #targets = new Set<string>();

  constructor(name: GuideName, guides: ReadonlySet<string>) {
    this.#name = name;
    this.#guides = guides;
  }

  parse(markdown: string): ParsedGuide {
    const [title, ...rest] = lexer(markdown) as MarkedToken[];
    if (title?.type !== 'heading' || title.depth !== 1) throw this.#unsupported('a page without a title');
    const guide = { title: textOf(this.#inlines(title.tokens)), blocks: this.#blocks(rest) };
    return { guide, sections: this.#sections, targets: this.#targets };
  }

  #blocks(tokens: readonly Token[]): readonly Block[] {
    return (tokens as readonly MarkedToken[]).flatMap((token): Block[] => {
      switch (token.type) {
        case 'space':
        case 'def':
          return [];
        case 'heading':
          return [this.#heading(token.depth, this.#inlines(token.tokens))];
        case 'paragraph':
        case 'text':
          return [{ type: token.type, content: this.#inlines(token.tokens ?? [token]) }];
        case 'code':
          return [{ type: 'code-block', text: token.text }];
        case 'list': {
          const items = token.items.map((item) => this.#blocks(item.tokens));
          return [{ type: 'list', items, ...(typeof token.start === 'number' && { start: token.start }) }];
        }
        case 'table': {
          const headings = token.header.map((cell) => this.#inlines(cell.tokens));
          return [
            { type: 'table', headings, rows: token.rows.map((row) => row.map((cell) => this.#inlines(cell.tokens))) },
          ];
        }
        case 'html':
          // Comments are for tests that run the examples.
          if (/^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(token.raw)) return [];
          throw this.#unsupported('HTML');
        default:
          throw this.#unsupported(token.type);
      }
    });
  }

  #heading(level: number, content: readonly Inline[]): Heading {
    if (level !== 2 && level !== 3 && level !== 4) throw this.#unsupported(`a heading of level ${level}`);
    const anchor = anchorOf(textOf(content));
    let id = anchor;
    for (let count = 1; this.#sections.has(id); count++) id = `${anchor}-${count}`;
    this.#sections.add(id);
    return { type: 'heading', level, id, content };
  }

  #inlines(tokens: readonly Token[]): readonly Inline[] {
    return (tokens as readonly MarkedToken[]).flatMap((token): readonly Inline[] => {
      switch (token.type) {
        case 'text':
          if (/&#?\w+;/.test(token.text)) throw this.#unsupported(`the character reference in "${token.text}"`);
          return [token.text.replaceAll('\n', ' ')];
        case 'escape':
          return [token.text];
        case 'codespan':
          return [{ type: 'code', text: token.text }];
        case 'strong':
          return [{ type: 'strong', content: this.#inlines(token.tokens) }];
        case 'em':
          return [{ type: 'emphasis', content: this.#inlines(token.tokens) }];
        case 'link':
          return this.#link(token.href, this.#inlines(token.tokens));
        default:
          throw this.#unsupported(token.type);
      }
    });
  }

  /** Returns a link, or only its content if it leads to a page that the admin does not contain. */
  #link(href: string, content: readonly Inline[]): readonly Inline[] {
    if (/^https?:\/\//i.test(href)) return [{ type: 'web-link', url: href, content }];
    const [, page, section] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
    const guide = this.#guideOf(page, section);
    if (guide === undefined) return content;
    const target = section === undefined ? guide : (`${guide}#${section}` as const);
    this.#targets.add(target);
    return [{ type: 'guide-link', target, content }];
  }

  /** Returns the guide of a link: this one if the link is only a section. */
  #guideOf(page: string | undefined, section: string | undefined): GuideName | undefined {
    if (page === undefined) return section === undefined ? undefined : this.#name;
    return this.#guides.has(page) ? (page as GuideName) : undefined;
  }

  #unsupported(what: string): Error {
    return new Error(`docs/${this.#name}.md contains ${what}, which the guides of the admin do not support.`);
  }
}

const textOf = (content: readonly Inline[]): string =>
  content
    .map((each) => (typeof each === 'string' ? each : each.type === 'code' ? each.text : textOf(each.content)))
    .join('');

/** Returns the anchor of a heading, as on pages that display Markdown files of a repository. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
