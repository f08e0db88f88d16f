// Runs a file of this repository with the Node version that the service needs. It can itself be run with Node 20 or newer:
// node scripts/run.js [NODE OPTIONS] FILE [ARGUMENTS]
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endAsChild } from '../server/launcher/child.js';
import { launch } from '../server/launcher/launch.js';

await launch(import.meta.url);

const [node = '', , ...args] = process.argv;
if (args[0]?.startsWith('-')) await endAsChild(node, args);
const program = path.resolve(args[0] ?? '');
process.argv = [node, program, ...args.slice(1)];
await import(pathToFileURL(program).href);
