// Command for issuers of licenses: creates key pairs and signs licenses.
//
//   node scripts/run.js extensions/cmsforms/make-license.ts keys
//   OCTAVO_LICENSE_PRIVATE_KEY=… node scripts/run.js extensions/cmsforms/make-license.ts sign '{"id":"17","holder":"Ann", …}'
import { type Claims, generateIssuerKeys, signLicense } from './license.ts';

const usage = `Creates key pairs and signs licenses for forms.

  keys         prints a new private and a new public key as JSON
  sign CLAIMS  prints a license key; CLAIMS is JSON with id, holder, plan, sites, issued and expires;
               the private key is read from OCTAVO_LICENSE_PRIVATE_KEY`;

function run([command, claims]: readonly string[], privateKey = ''): string {
  if (command === 'keys') return JSON.stringify(generateIssuerKeys(), undefined, 2);
  if (command !== 'sign' || claims === undefined) throw new Error(usage);
  if (privateKey === '') throw new Error('Set OCTAVO_LICENSE_PRIVATE_KEY to the private key.');
  return signLicense(JSON.parse(claims) as Claims, privateKey);
}

try {
  console.log(run(process.argv.slice(2), process.env.OCTAVO_LICENSE_PRIVATE_KEY));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
