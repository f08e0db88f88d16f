// Opens a test site that stores files, with helpers that create font families and faces and submit font files in forms.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { TestEngine } from '../engines.ts';
import { sharedFixture } from '../fixture-hooks.ts';
import { type FormPart, type MediaSite, openMediaSite } from '../media-site.ts';
import type { Caller, TestResponse } from '../site.ts';

export const families = '/cms/v2/font-families';
export const facesOf = (createFamily: number) => `${families}/${createFamily}/font-faces`;

/** URL of a font on the site's own host. */
export const ownFontUrl = 'http://site.test/fonts/box.woff2';

export const statusAndCode = ({ status, body }: TestResponse) => [status, body?.code];

/** Returns the part of a multipart form that contains a font file. */
export const fontPart = (name: string, filename: string, value: Uint8Array): FormPart => ({
  name,
  filename,
  type: 'font/woff2',
  value,
});

/**
 * Opens a site before the tests of the calling suite, and returns helpers for fonts. Asserts after the tests that there were
 * no internal errors and that no temporary files remain.
 */
export function fontsSite(engine: TestEngine) {
  const site: MediaSite = sharedFixture(async () => openMediaSite({ database: await engine.open() }));
  after(async () => {
    assert.deepEqual(site.errors, []);
    assert.deepEqual(await site.temporaryPaths(), []);
    await site.close();
  });
  let counter = 0;
  /** Returns the next number of a sequence, for unique names. */
  const next = () => {
    counter += 1;
    return counter;
  };
  /** Returns the input for a new family with a slug such as `box-1`. */
  const familyInput = (more: object = {}) => {
    const number = next();
    const settings = { name: `Box ${number}`, slug: `box-${number}`, fontFamily: 'Box', ...more };
    return { font_family_settings: JSON.stringify(settings) };
  };
  const faceInput = (more: object = {}) => ({
    font_face_settings: JSON.stringify({ fontFamily: `Face ${next()}`, src: ownFontUrl, ...more }),
  });
  return {
    site,
    next,
    familyInput,
    faceInput,
    /** Creates a family and returns its ID. */
    createFamily: async (): Promise<number> => (await site.create(families, familyInput())).id,
    /** Creates a face in a family and returns its ID. */
    createFace: async (of: number, more: object = {}): Promise<number> =>
      (await site.create(facesOf(of), faceInput(more))).id,
    /** Submits a multipart form that creates a face with its files in a family. */
    submitFace: (of: number, settings: object, files: readonly FormPart[], caller: Caller = 'administrator') =>
      site.sendForm(
        caller,
        [{ name: 'font_face_settings', value: JSON.stringify(settings) }, ...files],
        {},
        facesOf(of),
      ),
  };
}
