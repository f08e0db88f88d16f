// Tests image editing (media-fonts-and-oembed.md, A10).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller, TestResponse } from './site.ts';

const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];

/** Returns an image of 80 × 40 pixels. Its quarters are red, green, blue and white, so that flips and crops can be checked. */
async function quarters(): Promise<Buffer> {
  const quarterImages = await Promise.all(
    colors.map(async (background, at) => ({
      input: await sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
      left: (at % 2) * 40,
      top: at < 2 ? 0 : 20,
    })),
  );
  return sharp({ create: { width: 80, height: 40, channels: 3, background: '#000000' } })
    .composite(quarterImages)
    .png()
    .toBuffer();
}

describe('image editing', () => {
  let site: MediaSite;
  let file: TestResponse['body'];
  before(async () => {
    site = await openMediaSite();
    file = (await site.upload('author', 'quarters.png', await quarters())).body;
  });
  after(async () => {
    await site.close();
    assert.deepEqual(site.errors, []);
  });

  const change = (json: object, query = '') =>
    site.request('author', 'POST', `/cms/v2/media/${file.id}/edit${query}`, { src: file.source_url, ...json });

  it('compares If-Match with the image', async () => {
    const path = `/cms/v2/media/${file.id}`;
    const { etag } = await site.request('author', 'GET', path);
    const rotate = (tag: string | undefined) =>
      site.request(
        'author',
        'POST',
        `${path}/edit`,
        { src: file.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] },
        { 'if-match': tag ?? '' },
      );
    assert.equal((await rotate(etag)).status, 201);
    await site.request('author', 'PUT', path, { alt_text: 'Changed' });
    assert.deepEqual([(await rotate(etag)).body.code], ['rest_precondition_failed']);
  });

  /** Returns the color of a pixel near the upper left corner of an edited image. */
  async function corner(made: TestResponse['body']): Promise<string | undefined> {
    const path = made.source_url.split('/uploads/')[1];
    const { data } = await sharp(await site.bytesOf(path))
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return `#${data.toString('hex')}`;
  }

  const crops: readonly (readonly [
    description: string,
    args: readonly number[],
    size: readonly number[],
    corner: string,
  ])[] = [
    ['inside', [50, 50, 25, 25], [20, 10], '#ffffff'],
    ['that exceeds the right and lower edges', [75, 75, 50, 50], [20, 10], '#ffffff'],
    ['that exceeds the left edge', [-25, 50, 50, 50], [20, 20], '#0000ff'],
    ['that exceeds the upper edge', [50, -25, 50, 50], [40, 10], '#00ff00'],
    ['without width and height, which extends to the edges', [50, 0, 0, 0], [40, 40], '#00ff00'],
  ];
  for (const [description, [left, top, width, height], size, color] of crops)
    it(`a crop ${description} is accepted`, async () => {
      const { status, body } = await change({ modifiers: [{ type: 'crop', args: { left, top, width, height } }] });
      assert.deepEqual([status, body.media_details.width, body.media_details.height], [201, ...size]);
      assert.equal(await corner(body), color);
    });

  for (const [left, top] of [
    [100, 0],
    [0, 100],
    [-50, 0],
    [0, -60],
  ])
    it(`a crop completely outside the image, at ${left} and ${top}, is rejected`, async () => {
      const { status, body } = await change({
        modifiers: [{ type: 'crop', args: { left, top, width: 50, height: 50 } }],
      });
      assert.deepEqual([status, body.code], [400, 'rest_image_crop_failed']);
    });

  const flips: readonly (readonly [flip: object, corner: string])[] = [
    [{ horizontal: true }, '#00ff00'],
    [{ vertical: 1 }, '#0000ff'],
    [{ horizontal: 'true', vertical: 'false' }, '#00ff00'],
    [{ horizontal: '0', vertical: '1' }, '#0000ff'],
    [{ horizontal: true, vertical: true }, '#ffffff'],
    [{ horizontal: false, vertical: false }, '#ff0000'],
  ];
  for (const [flip, color] of flips)
    it(`the deprecated flip parameter is accepted: ${JSON.stringify(flip)}`, async () => {
      const { status, body } = await change({ flip });
      assert.equal(status, 201);
      assert.equal(await corner(body), color);
    });

  it('the deprecated flip parameter is read from the query, and must not be empty', async () => {
    const { status, body } = await change({}, '?flip[horizontal]=1');
    assert.deepEqual([status, await corner(body)], [201, '#00ff00']);
    for (const flip of [{}, 'x', { horizontal: null }, null]) {
      const response = await change({ flip });
      assert.deepEqual([response.status, response.body.code], [400, 'rest_image_not_edited'], JSON.stringify(flip));
    }
  });

  it('the permission to upload is checked before the existence of the image', async () => {
    const src = file.source_url;
    const operations = [
      ['edit', { src }],
      ['sideload', { image_size: 'medium' }],
      ['finalize', {}],
    ] as const;
    const outcomes = (caller: Caller) =>
      Promise.all(
        operations.map(async ([operation, json]) => {
          const { status, body } = await site.request(caller, 'POST', `/cms/v2/media/999999/${operation}`, json);
          return `${status} ${body.code}`;
        }),
      );
    assert.deepEqual(await outcomes('anonymous'), Array(3).fill('401 rest_cannot_edit_image'));
    assert.deepEqual(await outcomes('contributor'), Array(3).fill('403 rest_cannot_edit_image'));
    assert.deepEqual(await outcomes('author'), Array(3).fill('404 rest_post_invalid_id'));
  });

  it('an image is not fetched from a URL with credentials, not even from the host of the site', async () => {
    const host = new URL(file.source_url).host;
    for (const url of [`http://name:secret@${host}/a.png`, `http://name@${host}/a.png`, `http://${host}:81/a.png`]) {
      const { status, body } = await site.request('author', 'POST', '/cms/v2/media', { url });
      assert.deepEqual([status, body.data.details.url.code], [400, 'rest_invalid_url'], url);
    }
  });
});
