// Tests the export of a theme with all changes as an archive. It can be unpacked, and a site that uses the theme has the same
// templates, template parts and styles without any stored rows.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { crc32, inflateRawSync } from 'node:zlib';
import { formatResponse } from '../server/edge/json-format.ts';
import { makeRequest } from '../server/http/request.ts';
import { readTheme } from '../server/theme/read-theme.ts';
import { zip } from '../server/theme/zip.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const directories: string[] = [];
after(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

/**
 * Reads an archive from its central directory, as other programs do, and returns the content of its files by name. Asserts
 * that every field that these programs use is correct.
 */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, 'the end record is at the end');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  assert.equal(at + archive.readUInt32LE(end + 12), end, 'the central directory ends at the end record');
  for (let n = archive.readUInt16LE(end + 10); n > 0; n -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [method, checksum] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16)];
    const [compressedSize, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const [nameLength, local] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    assert.equal(archive.readUInt32LE(local), 0x04034b50, name);
    // Beginning with the version field, the local header repeats the central directory.
    assert.deepEqual(archive.subarray(local + 4, local + 30), archive.subarray(at + 6, at + 32), name);
    const dataStart = local + 30 + nameLength;
    const data = inflateRawSync(archive.subarray(dataStart, dataStart + compressedSize));
    assert.deepEqual([method, data.length, crc32(data)], [8, size, checksum], name);
    files.set(name, data.toString());
    at += 46 + nameLength;
  }
  return files;
}

/** Returns the properties of templates that depend neither on their source nor on the time of a change. */
async function templatesOf(site: TestSite, base: string) {
  const { body } = await site.request('administrator', 'GET', `/cms/v2/${base}?context=edit`);
  return body
    .map(({ slug, title, content, area, description }: Record<string, { raw?: string }>) => ({
      ...{ slug, area, description },
      ...{ title: title?.raw, content: content?.raw },
    }))
    .sort((one: { slug: string }, other: { slug: string }) => (one.slug < other.slug ? -1 : 1));
}

const stylesOf = async (site: TestSite) =>
  (await site.request('administrator', 'GET', '/cms/v2/global-styles/themes/quarto')).body;

describeEachEngine('an exported theme', (engine) => {
  it('contains all changes', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const update = (route: string, json: object) => site.request('administrator', 'POST', route, json);
    const content = '<!-- wp:template-part {"slug":"header","theme":"quarto"} /-->';
    await update('/cms/v2/templates/quarto//single', { content: `${content}<!-- wp:post-title /-->` });
    await site.create('/cms/v2/templates', {
      slug: 'wide',
      title: 'Wide & wild',
      description: 'For pictures.',
      content,
    });
    await update('/cms/v2/template-parts/quarto//footer', { content: '<!-- wp:site-title /-->', title: 'Below' });
    await site.create('/cms/v2/template-parts', { slug: 'aside', title: 'Aside', area: 'footer', content: 'x' });
    const [theme] = (await site.request('administrator', 'GET', '/cms/v2/themes')).body;
    const record = theme._links['cms:user-global-styles'][0].href.replace('http://site.test/rest', '');
    const styles = { color: { background: '#123456' } };
    const settings = { color: { palette: { custom: [{ slug: 'mine', name: 'Mine', color: '#abcdef' }] } } };
    assert.equal((await update(record, { styles, settings })).status, 200);

    const response = await site.request(
      'administrator',
      'GET',
      '/cms-block-editor/v1/export?_envelope&_pretty&_fields=id',
    );
    assert.equal(response.headers['Content-Type'], 'application/zip');
    assert.equal(response.headers['Content-Disposition'], 'attachment; filename="quarto.zip"');
    const directory = await mkdtemp(path.join(tmpdir(), 'octavo-export-'));
    directories.push(directory);
    for (const [name, text] of unzip(response.body)) {
      const target = path.join(directory, name);
      assert.ok(target.startsWith(path.join(directory, 'quarto/')), name);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    const exportedTheme = readTheme(path.join(directory, 'quarto'));

    const other = await openTestSite({ database: await engine.open(), theme: exportedTheme });
    for (const base of ['templates', 'template-parts']) {
      assert.deepEqual(await templatesOf(other, base), await templatesOf(site, base), base);
    }
    const { body: post } = await other.request('administrator', 'GET', '/cms/v2/posts/1?context=edit');
    const assigned = await other.request('administrator', 'POST', `/cms/v2/posts/${post.id}`, { template: 'wide' });
    assert.equal(assigned.body.template, 'wide', 'the template can be assigned as before');
    const [before, now] = [await stylesOf(site), await stylesOf(other)];
    assert.deepEqual(now.styles, { ...before.styles, color: { ...before.styles.color, background: '#123456' } });
    const slugs = now.settings.color.palette.theme.map(({ slug }: { slug: string }) => slug);
    assert.deepEqual(slugs, [...before.settings.color.palette.theme.map(({ slug }: { slug: string }) => slug), 'mine']);
    assert.deepEqual([...site.errors, ...other.errors], []);
  });
});

it('an archive is sent unchanged at both mounts, regardless of JSON options', async () => {
  const site = await openTestSite();
  const headers = { authorization: site.authorizationOf('administrator') ?? '' };
  for (const [api, path] of [
    [site.service.native, '/cms-block-editor/v1/export'],
    [site.service.openCompatible(), '/wp-block-editor/v1/export'],
  ] as const) {
    const response = await api.dispatch(makeRequest('GET', path, { headers }));
    assert.equal(response.status, 200, path);
    for (const callback of ['show', undefined])
      assert.equal(formatResponse(response, { callback, pretty: true }).body, response.body);
  }
  const head = await site.request('administrator', 'HEAD', '/cms-block-editor/v1/export');
  assert.deepEqual([head.status, head.body], [200, undefined]);
  await site.database.close();
});

it('an archive can contain files with any names and content, or no files', async () => {
  const files = new Map([
    ['a/empty.txt', ''],
    ['ä/日本.txt', 'Grüße 😀\n'.repeat(10_000)],
  ]);
  assert.deepEqual(unzip(await zip(files, new Date('2026-11-21T10:00:00Z'))), files);
  assert.deepEqual(unzip(await zip(new Map(), new Date(0))), new Map());
});
