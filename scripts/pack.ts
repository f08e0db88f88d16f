// Builds the packages that users install and packs them into dist/octavo-VERSION.tgz and dist/octavo-admin-VERSION.tgz, whose paths are
// printed.
import { buildAdminPackage } from './package/build-admin.ts';
import { buildPackage, packPackage } from './package/build-package.ts';

await buildPackage('dist/package');
console.log(await packPackage('dist/package', 'dist'));
buildAdminPackage('dist/admin-package');
console.log(await packPackage('dist/admin-package', 'dist'));
