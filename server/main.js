#!/usr/bin/env node
// The entry point: finds a suitable version of Node.js, then runs the command. Stripped sources and compiled code are cached in the folder
// node_modules of this package for the next start; only operating-system users that may change the code can write there. Without write
// access, the code is stripped and compiled at every start. The files that are loaded before the command are JavaScript, so that any
// Node.js from version 20 on can read them. With TypeScript, every start would also have to load the type stripper
// (docs/decisions/0008-startup-time.md). The folder lib exists only in the compiled package.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { launch } from './launcher/launch.js';

await launch(import.meta.url);

const root = new URL('..', import.meta.url);
module.enableCompileCache(fileURLToPath(new URL('node_modules/.cache/octavo', root)));
const { installModuleHooks } = await import('./launcher/module-hooks.js');
const { installPublicModules } = await import('./launcher/public-modules.js');
installPublicModules();
installModuleHooks(root, ['contract', 'extensions', 'lib', 'server'], module.getCompileCacheDir());

const { run } = await import('./command-line/run.ts');
process.exitCode = await run(process.argv.slice(2));
