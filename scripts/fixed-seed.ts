// Fixes the seed of generated values, so that every run tests the same values and failures can be reproduced. `npm test` loads
// this file before each test file. OCTAVO_TEST_SEED sets another seed; `any` selects a random one.
import fc from 'fast-check';

const { OCTAVO_TEST_SEED: seed = '1' } = process.env;
if (seed !== 'any') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
