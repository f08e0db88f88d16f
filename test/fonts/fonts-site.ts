// What the tests of fonts share: a site that keeps files, families and faces of new names, and fonts sent in forms.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { TestEngine } from '../engines.ts';
import { type MediaSite, openMediaSite, type Part } from '../media-site.ts';
import { openedBefore } from '../opened-before.ts';
import type { Answered, Person } from '../site.ts';

export const families = '/cms/v2/font-families';
export const facesOf = (family: number) => `${families}/${family}/font-faces`;

/** The address of a font that is the site's own. */
export const own = 'http://site.test/fonts/box.woff2';

export const answered = ({ status, body }: Answered) => [status, body?.code];

/** A font as a part of a form. */
export const file = (name: string, filename: string, value: Uint8Array): Part => ({
  name,
  filename,
  type: 'font/woff2',
  value,
});

/** A site for the fonts of one suite; in the end nothing may have gone wrong in it and no file may be left half made. */
export function fontsSite(engine: TestEngine) {
  const site: MediaSite = openedBefore(async () => openMediaSite({ database: await engine.open() }));
  after(async () => {
    assert.deepEqual(site.faults, []);
    assert.deepEqual(await site.working(), []);
    await site.close();
  });
  let made = 0;
  /** A number that was not used before. */
  const next = () => {
    made += 1;
    return made;
  };
  /** What a new family is made of; its slug is `box-` with a number. */
  const ofFamily = (more: object = {}) => {
    const number = next();
    const settings = { name: `Box ${number}`, slug: `box-${number}`, fontFamily: 'Box', ...more };
    return { font_family_settings: JSON.stringify(settings) };
  };
  const ofFace = (more: object = {}) => ({
    font_face_settings: JSON.stringify({ fontFamily: `Face ${next()}`, src: own, ...more }),
  });
  return {
    site,
    next,
    ofFamily,
    ofFace,
    /** Makes a family; gives its number. */
    family: async (): Promise<number> => (await site.make(families, ofFamily())).id,
    /** Makes a face of a family; gives its number. */
    face: async (of: number, more: object = {}): Promise<number> => (await site.make(facesOf(of), ofFace(more))).id,
    /** Sends a face with its files. */
    sendFace: (of: number, settings: object, files: readonly Part[], person: Person = 'administrator') =>
      site.form(person, [{ name: 'font_face_settings', value: JSON.stringify(settings) }, ...files], {}, facesOf(of)),
  };
}
