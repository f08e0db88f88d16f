// The S3-compatible store of tests as a child process: it sends its endpoint and keys to its parent, and exits with it.
import { keys, startS3ForTests } from '../server/files/s3-for-tests.ts';

const { endpoint, close } = await startS3ForTests();
process.send?.({ endpoint, keys });
process.on('disconnect', close);
