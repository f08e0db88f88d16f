// Creates the articles and pages of the demo content, with their images and comments.
import { readFileSync } from 'node:fs';
import { updateParent } from '../import/entries-store.ts';
import { articles, type DemoArticle } from './content/articles.ts';
import { comments } from './content/comments.ts';
import type { ImageName } from './content/images.ts';
import { type DemoPage, overviewPages, pages } from './content/pages.ts';
import { createComments } from './create-comments.ts';
import { createMedia, isImageName } from './create-media.ts';
import { imageNamesIn, resolveReferences, targetOf } from './references.ts';
import { type DemoRun, taxonomyOf } from './run.ts';
import { type EntryOrigin, writeEntry } from './write-entry.ts';

/** Age of the pages, in hours: they are older than all articles. */
const pageAgeHours = 24 * 170;

/** Creates the pages to which articles refer, the articles with their comments, and the other pages. `owner` is the author of the pages. */
export async function createContent(run: DemoRun, owner: number): Promise<void> {
  const origin = { author: owner, ageHours: pageAgeHours };
  for (const page of pages) await createPage(run, page, origin);
  for (const article of articles) await createArticle(run, article);
  for (const page of overviewPages) await createPage(run, page, origin);
}

const readText = (folder: string, slug: string): string =>
  readFileSync(new URL(`./content/${folder}/${slug}.html`, import.meta.url), 'utf8').trimEnd();

async function createPage(run: DemoRun, { slug, title, parent, order }: DemoPage, origin: EntryOrigin): Promise<void> {
  const { content, attach } = await prepareText(run, readText('pages', slug), origin);
  const parentId = parent === undefined ? 0 : targetOf(run.targets, `page/${parent}`).id;
  const created = await writeEntry(run, 'page', {
    ...{ origin, slug, texts: { title, content, excerpt: '' } },
    columns: { parent: parentId, menu_order: order },
  });
  run.targets.set(`page/${slug}`, { ...created, title });
  await attach(created.id);
}

async function createArticle(run: DemoRun, article: DemoArticle): Promise<void> {
  const { slug, title, excerpt, ageHours, category, tags, options } = article;
  const origin = { author: run.authors.get(article.author) ?? 0, ageHours };
  const { content, attach } = await prepareText(run, readText('articles', slug), origin, options.image);
  const created = await writeEntry(run, 'post', {
    ...{ origin, slug, texts: { title, content, excerpt } },
    columns: articleColumns(run, options),
    terms: new Map([
      [taxonomyOf(run, 'category'), [targetOf(run.targets, `category/${category}`).id]],
      [taxonomyOf(run, 'post_tag'), tags.map((tag) => targetOf(run.targets, `tag/${tag}`).id)],
    ]),
  });
  run.targets.set(`post/${slug}`, { ...created, title });
  await attach(created.id);
  await createComments(run, { post: created.id, parent: 0, ageHours }, comments[slug] ?? []);
}

function articleColumns(
  { targets }: DemoRun,
  { image, format = 'standard', isSticky = false, password = '', footnotes }: DemoArticle['options'],
) {
  const notes = Object.entries(footnotes ?? {}).map(([id, content]) => ({ content, id }));
  return {
    ...{ comment_status: 'open', ping_status: 'closed', sticky: Number(isSticky), format, password },
    featured_media: image === undefined ? 0 : targetOf(targets, `image/${image}`).id,
    meta: notes.length === 0 ? '{}' : JSON.stringify({ footnotes: JSON.stringify(notes) }),
  };
}

/**
 * Creates the images of a text, and replaces its references. `attach` attaches these images to the entry with the text; images of earlier
 * texts stay attached to their entries.
 */
async function prepareText(run: DemoRun, text: string, origin: EntryOrigin, featured?: ImageName) {
  const names = [...(featured === undefined ? [] : [featured]), ...imageNamesIn(text).filter(isImageName)];
  const created: number[] = [];
  for (const name of names) {
    const isNew = !run.targets.has(`image/${name}`);
    const id = await createMedia(run, name, origin);
    if (isNew) created.push(id);
  }
  const attach = async (parent: number): Promise<void> => {
    for (const id of created) await updateParent(run.tx, id, parent);
  };
  return { content: resolveReferences(text, run.targets), attach };
}
