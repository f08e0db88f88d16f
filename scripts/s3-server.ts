// The store of tests as a process of its own: tells its address and its keys, and ends with who has started it.
import { keys, openS3ForTests } from '../server/files/s3-for-tests.ts';

const { endpoint, close } = await openS3ForTests();
process.send?.({ endpoint, keys });
process.on('disconnect', close);
