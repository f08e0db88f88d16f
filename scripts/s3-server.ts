// Runs the S3-compatible store of the tests as a child process. It sends its endpoint and keys to its parent process, and
// exits when the parent exits.
import { keys, startS3ForTests } from '../test/s3.ts';

const { endpoint, close } = await startS3ForTests();
process.send?.({ endpoint, keys });
process.on('disconnect', close);
