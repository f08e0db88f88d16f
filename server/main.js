#!/usr/bin/env node
// The front door. What Node makes of each file is kept for the next start, beside the packages: who may write there writes
// the code itself. Where nobody may, every start makes it anew. This file alone is JavaScript: nothing is kept before it
// has run, and were it TypeScript, every start would load what takes types away (docs/decisions/0008-what-a-start-loads.md).
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/octavo'));

const { run } = await import('./command-line/run.ts');
process.exitCode = await run(process.argv.slice(2));
