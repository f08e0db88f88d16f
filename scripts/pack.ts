// Builds the package that users install and packs it into dist/octavo-VERSION.tgz, whose path is printed.
import { buildPackage, packPackage } from './package/build-package.ts';

await buildPackage('dist/package');
console.log(await packPackage('dist/package', 'dist'));
