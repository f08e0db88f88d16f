// The journey from a fresh start to a published post, with the service of the sources.
import { it } from 'node:test';
import { runJourney } from './journey.ts';
import { describeSite } from './site.ts';

describeSite('journey', (site) => {
  it('signs in, writes a post with twenty kinds of blocks and three uploads, publishes and views it', () =>
    runJourney(site()));
});
