// Fills the example site with content, and records the requests to entries, revisions, terms, media and comments.
import { createImage } from '../../test/media-site.ts';
import type { Body, Recorder } from './recorder.ts';

/** IDs of records that later requests refer to. */
export interface ExampleContent {
  readonly post: Body;
  readonly category: number;
  /** An image, which is the featured image of the post. */
  readonly media: number;
}

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Records the routes of content. */
export async function recordContent(recorder: Recorder): Promise<ExampleContent> {
  const category = await recordTerms(recorder, 'categories', {
    create: { name: 'Sailing', description: 'Voyages under sail.' },
    update: { description: 'Voyages under sail, and the boats that made them.' },
  });
  const tag = await recordTerms(recorder, 'tags', { create: { name: 'Lighthouses' }, update: { name: 'Lighthouse' } });
  await recordTerms(recorder, 'cms_pattern_category', {
    create: { name: 'Travel reports' },
    update: { description: 'Patterns for travel reports.' },
  });
  const media = await recordMedia(recorder);
  const text = { title: 'Three days to Skagen', content: paragraph('We left the harbor before sunrise.') };
  const more = { excerpt: 'A short voyage north.', categories: [category], tags: [tag], featured_media: media };
  const post = await recordEntries(recorder, 'posts', {
    create: { ...text, ...more, status: 'publish' },
    update: {
      title: 'Four days to Skagen',
      content: paragraph('We left the harbor before sunrise, against the wind.'),
    },
    autosave: { content: paragraph('We left the harbor before sunrise, and met no other boat.') },
  });
  await recordEntries(recorder, 'pages', {
    create: { title: 'About', content: paragraph('A journal about small harbors.'), status: 'publish' },
    update: { content: paragraph('A journal about small harbors and the people who live there.') },
    autosave: { content: paragraph('A journal about harbors.') },
  });
  await recordEntries(recorder, 'blocks', {
    create: { title: 'Call to action', content: paragraph('Sail with us this summer.'), status: 'publish' },
    update: { content: paragraph('Sail with us next summer.') },
    autosave: { content: paragraph('Sail with us.') },
  });
  await recordEntries(recorder, 'navigation', {
    create: {
      title: 'Main navigation',
      content: '<!-- wp:navigation-link {"label":"About","url":"/about/"} /-->',
      status: 'publish',
    },
    update: { title: 'Navigation of all pages' },
    autosave: { content: '<!-- wp:navigation-link {"label":"About us","url":"/about/"} /-->' },
  });
  await recordComments(recorder, post.id);
  return { post, category, media };
}

interface EntryBodies {
  readonly create: object;
  readonly update: object;
  readonly autosave: object;
}

/** Records the routes of a content type, with its revisions and autosaves. Returns the published entry. */
async function recordEntries(recorder: Recorder, base: string, bodies: EntryBodies): Promise<Body> {
  const path = `/cms/v2/${base}`;
  const { id } = await recorder.record(`POST ${path}`, { json: bodies.create });
  const names = { id };
  const updated = await recorder.record(`POST ${path}/<id>`, { names, json: bodies.update });
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names });
  const autosaved = await recorder.record(`POST ${path}/<id>/autosaves`, { names, json: bodies.autosave });
  await recorder.record(`GET ${path}/<id>/autosaves`, { names });
  await recorder.record(`GET ${path}/<parent>/autosaves/<id>`, { names: { parent: id, id: autosaved.id } });
  await recorder.record(`GET ${path}/<parent>/revisions`, { names: { parent: id } });
  const [revision] = await recorder.send(`GET ${path}/<parent>/revisions`, { names: { parent: id } });
  const ofRevision = { names: { parent: id, id: revision.id } };
  await recorder.record(`GET ${path}/<parent>/revisions/<id>`, ofRevision);
  await recorder.record(`DELETE ${path}/<parent>/revisions/<id>`, { ...ofRevision, query: 'force=true' });
  const { id: deleted } = await recorder.send(`POST ${path}`, { json: { ...bodies.create, status: 'draft' } });
  await recorder.record(`DELETE ${path}/<id>`, { names: { id: deleted } });
  await recorder.addError(`DELETE ${path}/<id>`, { names: { id: deleted } });
  return updated;
}

/** Records the routes of a taxonomy. Returns the ID of a term. */
async function recordTerms(
  recorder: Recorder,
  base: string,
  { create, update }: Pick<EntryBodies, 'create' | 'update'>,
): Promise<number> {
  const path = `/cms/v2/${base}`;
  const { id } = await recorder.record(`POST ${path}`, { json: create });
  await recorder.record(`POST ${path}/<id>`, { names: { id }, json: update });
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names: { id } });
  const { id: deleted } = await recorder.send(`POST ${path}`, { json: { name: 'Not needed' } });
  await recorder.record(`DELETE ${path}/<id>`, { names: { id: deleted } });
  return id;
}

/** Records the routes of media. Returns the ID of an image. */
async function recordMedia(recorder: Recorder): Promise<number> {
  const path = '/cms/v2/media';
  const image = { name: 'skagen.png', bytes: await createImage(400, 300) };
  const { id, source_url: src } = await recorder.record(`POST ${path}`, { file: image });
  const names = { id };
  const json = { alt_text: 'The lighthouse of Skagen', caption: 'Arrival on the fourth day.' };
  await recorder.record(`POST ${path}/<id>`, { names, json });
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names });
  const modifiers = [{ type: 'rotate', args: { angle: 90 } }];
  await recorder.record(`POST ${path}/<id>/edit`, { names, json: { src, modifiers } });
  await recorder.record(`POST ${path}/<id>/post-process`, { names, json: { action: 'create-image-subsizes' } });
  const thumbnail = { name: 'skagen-150x150.png', bytes: await createImage(150, 150) };
  await recorder.record(`POST ${path}/<id>/sideload`, { names, query: 'image_size=thumbnail', file: thumbnail });
  await recorder.record(`POST ${path}/<id>/finalize`, { names, json: { sub_sizes: [] } });
  const { id: deleted } = await recorder.send(`POST ${path}`, { file: { ...image, name: 'draft.png' } });
  await recorder.record(`DELETE ${path}/<id>`, { names: { id: deleted } });
  return id;
}

async function recordComments(recorder: Recorder, post: number): Promise<void> {
  const path = '/cms/v2/comments';
  const { id } = await recorder.record(`POST ${path}`, { json: { post, content: 'Which way did you take back?' } });
  const names = { id };
  await recorder.record(`POST ${path}/<id>`, { names, json: { content: 'Which way did you take home?' } });
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names });
  const { id: deleted } = await recorder.send(`POST ${path}`, { json: { post, content: 'A second question.' } });
  await recorder.record(`DELETE ${path}/<id>`, { names: { id: deleted } });
  await recorder.addError(`DELETE ${path}/<id>`, { names: { id: deleted } });
}
