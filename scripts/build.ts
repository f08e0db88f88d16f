// Builds the package that users install in dist/package.
import { buildPackage } from './package/build-package.ts';

await buildPackage('dist/package');
