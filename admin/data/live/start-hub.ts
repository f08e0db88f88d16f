// Starts the hub of the live channel, in a worker or in a page.
import { LiveHub } from './hub.ts';
import { createOpenStream } from './open-stream.ts';

/** Returns a hub for the streams of a user. `basePath` is the path of the home URL of the site, without a trailing slash. */
export const startHub = (basePath: string, user: number): LiveHub =>
  new LiveHub({
    open: createOpenStream({ apiPath: `${basePath}/admin/api`, noncePath: `${basePath}/account/nonce`, user }),
  });
