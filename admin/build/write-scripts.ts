// Writes the scripts of the admin in a folder without compressing them, and their description as `metafile.json`, for programs that read
// what is in them: node write-scripts.ts FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bundler } from './bundle.ts';

const [folder = ''] = process.argv.slice(2);
const bundler = new Bundler({ root: path.resolve(import.meta.dirname, '..'), isDevelopment: false });
const { files, metafile } = await bundler.buildScripts().finally(() => bundler.dispose());
mkdirSync(folder, { recursive: true });
for (const [name, contents] of files) writeFileSync(path.join(folder, name), contents);
writeFileSync(path.join(folder, 'metafile.json'), JSON.stringify(metafile));
