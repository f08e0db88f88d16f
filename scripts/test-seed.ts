// Sets the seed of generated values to OCTAVO_TEST_SEED. Without this variable, fast-check selects a seed for each property.
import fc from 'fast-check';

const { OCTAVO_TEST_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
