// Tests imports of the package's public modules in files outside of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo public modules-ä-'));
after(() => rmSync(folder, { recursive: true }));

const urlOf = (file: string) => JSON.stringify(pathToFileURL(path.resolve(file)).href);

/** Imports a file outside of the package, and prints whether its classes are those of the package. */
const program = `
import { installPublicModules } from ${urlOf('server/launcher/public-modules.js')};
installPublicModules();
installPublicModules();
const { ApiError, createOctavo } = await import(process.argv[2]);
const extension = await import(${urlOf('server/extensions/interface.ts')});
const octavo = await import(${urlOf('server/octavo.ts')});
console.log(ApiError === extension.ApiError, createOctavo === octavo.createOctavo);
`;
writeFileSync(path.join(folder, 'program.mjs'), program);

/** Writes files to a new folder, and imports the first one. */
function importFiles(files: Readonly<Record<string, string>>) {
  const site = mkdtempSync(path.join(folder, 'site-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(site, name)), { recursive: true });
    writeFileSync(path.join(site, name), text);
  }
  const [first = ''] = Object.keys(files);
  const file = pathToFileURL(path.join(site, first)).href;
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'program.mjs'), file], {
    encoding: 'utf8',
  });
  return { stdout, stderr };
}

const imports = "export { ApiError } from 'octavo/extension';\nexport { createOctavo } from 'octavo';\n";
const sameClasses = { stdout: 'true true\n', stderr: '' };

describe('a file outside of the package', () => {
  it('imports the modules of the running package', () => {
    assert.deepEqual(importFiles({ 'extension.mjs': imports }), sameClasses);
    assert.deepEqual(importFiles({ 'extension.ts': imports, 'package.json': '{ "type": "module" }' }), sameClasses);
  });

  it('imports them even if another copy is installed next to it', () => {
    const other = {
      'node_modules/octavo/package.json':
        '{ "name": "octavo", "exports": { ".": "./a.mjs", "./extension": "./a.mjs" } }',
      'node_modules/octavo/a.mjs': 'export class ApiError {}\nexport const createOctavo = () => {};\n',
    };
    assert.deepEqual(importFiles({ 'extension.mjs': imports, ...other }), sameClasses);
  });

  it('can require them', () => {
    const commonJs = [
      "exports.ApiError = require('octavo/extension').ApiError;",
      "exports.createOctavo = require('octavo').createOctavo;",
    ].join('\n');
    assert.deepEqual(importFiles({ 'extension.cjs': commonJs }), sameClasses);
  });

  it('cannot import other modules of the package', () => {
    const { stderr } = importFiles({ 'extension.mjs': "import 'octavo/server/service.ts';\n" });
    assert.match(stderr, /ERR_MODULE_NOT_FOUND/);
  });
});
