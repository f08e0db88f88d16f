// The theme of a site with all that was changed of it, taken away as an archive: it unpacks, and a site that uses it has the
// same templates, parts and styles without anything being stored.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { crc32, inflateRawSync } from 'node:zlib';
import { written } from '../server/edge/writing.ts';
import { makeRequest } from '../server/http/request.ts';
import { readTheme } from '../server/theme/read-theme.ts';
import { zip } from '../server/theme/zip.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const folders: string[] = [];
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The files of an archive, read by its table of contents as other programs do; every field that they look at is checked. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, 'the end is where it must be');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  assert.equal(at + archive.readUInt32LE(end + 12), end, 'the table ends where the end begins');
  for (let n = archive.readUInt16LE(end + 10); n > 0; n -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [method, checksum] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16)];
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const [nameLength, local] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    assert.equal(archive.readUInt32LE(local), 0x04034b50, name);
    // From the version on, everything is said twice.
    assert.deepEqual(archive.subarray(local + 4, local + 30), archive.subarray(at + 6, at + 32), name);
    const begin = local + 30 + nameLength;
    const data = inflateRawSync(archive.subarray(begin, begin + packed));
    assert.deepEqual([method, data.length, crc32(data)], [8, size, checksum], name);
    files.set(name, data.toString());
    at += 46 + nameLength;
  }
  return files;
}

/** What is shown of templates by whatever they come from; where they come from and when they were changed differs. */
async function templatesOf(site: TestSite, base: string) {
  const { body } = await site.ask('administrator', 'GET', `/cms/v2/${base}?context=edit`);
  return body
    .map(({ slug, title, content, area, description }: Record<string, { raw?: string }>) => ({
      ...{ slug, area, description },
      ...{ title: title?.raw, content: content?.raw },
    }))
    .sort((one: { slug: string }, other: { slug: string }) => (one.slug < other.slug ? -1 : 1));
}

const stylesOf = async (site: TestSite) =>
  (await site.ask('administrator', 'GET', '/cms/v2/global-styles/themes/quarto')).body;

describeEachEngine('a theme that is taken away', (engine) => {
  it('brings all changes with it', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const change = (address: string, json: object) => site.ask('administrator', 'POST', address, json);
    const part = '<!-- wp:template-part {"slug":"header","theme":"quarto"} /-->';
    await change('/cms/v2/templates/quarto//single', { content: `${part}<!-- wp:post-title /-->` });
    await site.make('/cms/v2/templates', {
      slug: 'wide',
      title: 'Wide & wild',
      description: 'For pictures.',
      content: part,
    });
    await change('/cms/v2/template-parts/quarto//footer', { content: '<!-- wp:site-title /-->', title: 'Below' });
    await site.make('/cms/v2/template-parts', { slug: 'aside', title: 'Aside', area: 'footer', content: 'x' });
    const [theme] = (await site.ask('administrator', 'GET', '/cms/v2/themes')).body;
    const record = theme._links['cms:user-global-styles'][0].href.replace('http://site.test/rest', '');
    const styles = { color: { background: '#123456' } };
    const settings = { color: { palette: { custom: [{ slug: 'mine', name: 'Mine', color: '#abcdef' }] } } };
    assert.equal((await change(record, { styles, settings })).status, 200);

    const answer = await site.ask('administrator', 'GET', '/cms-block-editor/v1/export?_envelope&_pretty&_fields=id');
    assert.equal(answer.headers['Content-Type'], 'application/zip');
    assert.equal(answer.headers['Content-Disposition'], 'attachment; filename="quarto.zip"');
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-export-'));
    folders.push(folder);
    for (const [name, text] of unzip(answer.body)) {
      const place = path.join(folder, name);
      assert.ok(place.startsWith(path.join(folder, 'quarto/')), name);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text);
    }
    const taken = readTheme(path.join(folder, 'quarto'));

    const other = await openTestSite({ database: await engine.open(), theme: taken });
    for (const base of ['templates', 'template-parts']) {
      assert.deepEqual(await templatesOf(other, base), await templatesOf(site, base), base);
    }
    const { body: post } = await other.ask('administrator', 'GET', '/cms/v2/posts/1?context=edit');
    const chosen = await other.ask('administrator', 'POST', `/cms/v2/posts/${post.id}`, { template: 'wide' });
    assert.equal(chosen.body.template, 'wide', 'it can be chosen as before');
    const [before, now] = [await stylesOf(site), await stylesOf(other)];
    assert.deepEqual(now.styles, { ...before.styles, color: { ...before.styles.color, background: '#123456' } });
    const slugs = now.settings.color.palette.theme.map(({ slug }: { slug: string }) => slug);
    assert.deepEqual(slugs, [...before.settings.color.palette.theme.map(({ slug }: { slug: string }) => slug), 'mine']);
    assert.deepEqual([...site.faults, ...other.faults], []);
  });
});

it('an archive goes out as it is, through either mount and however JSON is wished for', async () => {
  const site = await openTestSite();
  const headers = { authorization: site.authorizationOf('administrator') ?? '' };
  for (const [api, path] of [
    [site.service.native, '/cms-block-editor/v1/export'],
    [site.service.openCompatible(), '/wp-block-editor/v1/export'],
  ] as const) {
    const answer = await api.dispatch(makeRequest('GET', path, { headers }));
    assert.equal(answer.status, 200, path);
    for (const callback of ['show', undefined])
      assert.equal(written(answer, { callback, pretty: true }).body, answer.body);
  }
  const head = await site.ask('administrator', 'HEAD', '/cms-block-editor/v1/export');
  assert.deepEqual([head.status, head.body], [200, undefined]);
  await site.database.close();
});

it('an archive holds any text under any name, and nothing at all', async () => {
  const files = new Map([
    ['a/empty.txt', ''],
    ['ä/日本.txt', 'Grüße 😀\n'.repeat(10_000)],
  ]);
  assert.deepEqual(unzip(await zip(files, new Date('2026-11-21T10:00:00Z'))), files);
  assert.deepEqual(unzip(await zip(new Map(), new Date(0))), new Map());
});
