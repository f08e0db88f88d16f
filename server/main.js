#!/usr/bin/env node
// The entry point: finds the Node that the service needs, then runs the command. What Node compiles is cached for the next
// start, beside the packages: whoever may write there writes the code itself. Where nobody may, every start compiles anew.
// The files until there are JavaScript: any Node from 20 on reads them, and were they TypeScript, every start would load what
// takes types away (docs/decisions/0008-what-a-start-loads.md).
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { launch } from './launcher/launch.js';

await launch(import.meta.url);

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/octavo', import.meta.url)));

const { run } = await import('./command-line/run.ts');
process.exitCode = await run(process.argv.slice(2));
