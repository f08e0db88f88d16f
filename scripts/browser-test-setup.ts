// Prepares each process of `npm run browser-test`, as test-group.ts does for other tests.
import { after, before } from 'node:test';
import { runCleanups } from './test-cleanup.ts';
import './test-seed.ts';
import { stopTracking } from './test-tracking.ts';

before(stopTracking);
after(runCleanups);
