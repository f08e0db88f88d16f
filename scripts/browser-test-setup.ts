// Prepares each process of `npm run browser-test`, as test-group.ts does for other tests.
import { after } from 'node:test';
import { runCleanups } from './test-cleanup.ts';
import './test-seed.ts';

after(runCleanups);
