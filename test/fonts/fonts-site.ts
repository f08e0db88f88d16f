// Test site for fonts: it stores files, creates families and faces with unique names, and submits fonts in forms.
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

/** Returns the form part of a font file. */
export const fontPart = (name: string, filename: string, value: Uint8Array): FormPart => ({
  name,
  filename,
  type: 'font/woff2',
  value,
});

/**
 * Opens a site for the font tests of one suite; checks afterwards that there were no internal errors and no temporary
 * files are left.
 */
export function fontsSite(engine: TestEngine) {
  const site: MediaSite = sharedFixture(async () => openMediaSite({ database: await engine.open() }));
  after(async () => {
    assert.deepEqual(site.errors, []);
    assert.deepEqual(await site.temporaryPaths(), []);
    await site.close();
  });
  let counter = 0;
  /** Returns a new number. */
  const next = () => {
    counter += 1;
    return counter;
  };
  /** Returns the input of a new family; its slug is `box-` and a number. */
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
    /** Creates a family; returns its ID. */
    createFamily: async (): Promise<number> => (await site.create(families, familyInput())).id,
    /** Creates a face of a family; returns its ID. */
    createFace: async (of: number, more: object = {}): Promise<number> =>
      (await site.create(facesOf(of), faceInput(more))).id,
    /** Submits a face with its files. */
    submitFace: (of: number, settings: object, files: readonly FormPart[], caller: Caller = 'administrator') =>
      site.sendForm(
        caller,
        [{ name: 'font_face_settings', value: JSON.stringify(settings) }, ...files],
        {},
        facesOf(of),
      ),
  };
}
