// Loaded before each test file by `npm test`: what tests draw by chance is the same in every run, so that a green tree
// stays green, and a red one can be looked at. `OCTAVO_TEST_SEED` takes another number, or `any` for new ones each time.
import fc from 'fast-check';

const { OCTAVO_TEST_SEED: given = '1' } = process.env;
if (given !== 'any') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });
