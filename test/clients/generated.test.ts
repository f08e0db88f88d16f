// Tests a client that is generated from the OpenAPI document: it compiles without errors, and reads, creates and deletes
// a post.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { type InProcessService, startInProcess } from '../service-in-process.ts';

const run = promisify(execFile);
const packages = path.resolve(import.meta.dirname, '../../node_modules');

const client = './client.ts';

/** A program that uses the generated client. It compiles only if the types are correct, and throws if a response is unexpected. */
const program = `
import { defaults, getCmsV2Posts, getCmsV2PostsId, postCmsV2Posts, deleteCmsV2PostsId } from '${client}';
const [authorization = ''] = process.argv.slice(2);
const listed = await getCmsV2Posts({ perPage: 5, orderby: 'title', categories: [1] });
if (listed.status !== 200) throw new Error(listed.data.code);
const [first] = listed.data;
if (first?.id === undefined) throw new Error('no post');
const read = await getCmsV2PostsId(first.id, { context: 'view' });
if (read.status !== 200) throw new Error(read.data.code);
const title: string | undefined = read.data.title?.rendered;
const missing = await getCmsV2PostsId(999_999, {});
if (missing.status === 200) throw new Error('a post that is not there');
const code: string = missing.data.code;
defaults.headers = { authorization };
const made = await postCmsV2Posts({ title: 'By a generated client', content: { raw: 'One' }, status: 'publish' });
if (made.status !== 201 || made.data.id === undefined) throw new Error('not made');
const gone = await deleteCmsV2PostsId(made.data.id, { force: true });
if (gone.status !== 200) throw new Error(gone.data.code);
console.log(JSON.stringify({ id: first.id, title, code, made: made.data.title?.raw, gone: gone.data }));
`;

let service: InProcessService;
let folder: string;
before(async () => {
  service = await startInProcess();
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-generated-'));
});
after(() => service.close());
after(() => rm(folder, { recursive: true, force: true }));

it('compiles, reads and writes', { timeout: 120_000 }, async () => {
  const document = await fetch(`${service.origin}/rest/openapi.json`);
  await writeFile(path.join(folder, 'openapi.json'), await document.text());
  const generator = path.join(packages, 'oazapfts/dist/cli.js');
  await run(process.execPath, [generator, 'openapi.json', client], { cwd: folder });
  await symlink(packages, path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'program.ts'), program);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2024', module: 'nodenext', types: ['node'] },
    ...{ allowImportingTsExtensions: true, noUncheckedIndexedAccess: true },
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const compiler = path.join(packages, 'typescript/bin/tsc');
  const errors = await run(process.execPath, [compiler, '--noEmit', '--singleThreaded'], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  assert.equal(errors, '');
  const { stdout } = await run(process.execPath, ['program.ts', service.authorization], { cwd: folder });
  const output = JSON.parse(stdout);
  const [first] = (await service.read('/cms/v2/posts?per_page=1&orderby=title')).body;
  assert.deepEqual([output.id, output.title], [first.id, first.title.rendered]);
  assert.deepEqual([output.code, output.made], ['rest_post_invalid_id', 'By a generated client']);
  assert.equal(output.gone.deleted, true);
  assert.equal(output.gone.previous.title.raw, 'By a generated client');
});
