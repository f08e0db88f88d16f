// Tests that released migrations never change, because databases of the release have already run them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const folder = path.join(import.meta.dirname, 'migrations');

/** SHA-256 of each migration that must stay byte-identical, in hexadecimal. */
const released: Readonly<Record<string, string>> = {
  '0001-foundation.ts': '5ede4f0cbe24ca5b80f601e317dc4a1c258de7cbd3ed0072a689eef603a55668',
  '0002-autosaves.ts': '6fd9f0f38b4bb955f9c6cabc29329a3f2a090c80a7c45f0d95cf84f734a579fc',
  '0003-menus.ts': '36668bdb4356024ab29b508ff269da501b626aad81f8e3961cce2936f0db8e02',
  '0004-renderings.ts': '8ed121016f602162c22c4a1a90c4ff11118f09b1b6a65ed1812d7102a960a867',
  '0005-themes.ts': '8c8cee129b99b310f3aff7dc64b2aa4545fdfb62ab895b2d7b432874070fc939',
  '0006-comments.ts': 'd9454efd6fb956db5b0177f17b433f07d62fdaca8637c34023a17232243b110c',
  '0007-media.ts': '0867203e5756889e8aca89afb945cfcbfaad7e2f13684e853873745271041ea3',
  '0008-mails.ts': 'f90ca5e6941f3cebccc8f9413d5b903e1985e3bec2645f8bcc08261d05db1022',
  '0010-previews.ts': '079cba557d74ef380c0676ff5d9c68fe80827479224cbc28350c3104e081ff22',
  '0011-sessions.ts': '2ac0810ab46a54ac9f441cdd1974c1ec795afa6ff6e02e8d924fd16acb49f948',
  '0012-audit.ts': '9180d77f332e9a6c62270031c87b8bbcd547eaff45d5850965a03244a1c903bc',
  '0013-extensions.ts': '476a41248a6e83d760a11c652032519b2539ce9acc453e1d910ee0d3dbf15055',
  '0014-events.ts': '75b5c733c0ab3c8cbae3325853eb292e7529c23bfae5332fe68ab273960a2c89',
  '0015-webhooks.ts': 'f5e28599744200dd3c0c150537eb6c1169095801fd1a3676027da2deafaff812',
  '0016-wide-indexes.ts': 'e8cb3a8305acf6da070e6ab88709e61e16ad0b670d4d78c7a713d8e8b3a2f52a',
  '0017-webhook-spelling.ts': 'ce74d8102abad5ebd782c79dd5cab30b6a02dfb6ced3243378fab0c16ba8e9c5',
  '0018-audit-actions.ts': '187fd066933b163aca4c8679e6fa247dbcb8e9d741bbc5eb1e17d23f4da457e3',
  '0019-entry-meta.ts': '6739151cb8569a452163c1554ffa7371cd73dcfd8e6a465d202b4f723886c9df',
  '0020-programs.ts': 'db4007a52910434bd414eb6ed82ab7afecbb46757e21d4d401fc6787dcb4aa9e',
  '0021-edit-locks.ts': 'e6a9c3688571b5e4f931fb433d1276d25cca9f91b449523424bf71184d521855',
  '0022-old-paths.ts': '8be37ac20c5cd735acc182a3e69c1f9600e9a59e6ecf3c207c44e417f6a50a94',
  '0023-pending-texts.ts': '6b19e4346a46ca25ae69ba475d9bbbf8b86466d3b163e44e6b140ef19ed17c97',
  '0024-change-log.ts': '3f89be0752f2f65c879d8b44c69bf84f6e66792195755a74ec64a7b505a9f546',
  '0025-cost-of-texts.ts': 'd277ce3ad024992ffb00de274826177775a9b2203042095ebaf8c72443be8780',
  '0026-invitations.ts': '895dff8d4a90345ae69ce82a94962edd1a5177324e7aa8a17c22fe2aef16c38f',
  '0027-imports.ts': '9c86813a5285c7fee2f61819f4d292913b8e843d3e3e32e16e0e679493bf9510',
  '0028-delivery-responses.ts': 'a3a83181236d96806a1cfa52088b1659de4480e20f8bc658e1d25f804cc8c75a',
  '0029-job-runs.ts': 'd5221447ad72f4fb5bf885023b7f4805900b1bad2e5a613ee99e78d0cba26916',
  '0030-recent-errors.ts': '89a90e85a49ae47af104f2c8aee73405e69bf13dc3ceb78dd1e645512d50bff6',
  '0031-profile-images.ts': 'b688fa500777c3d3425c7277f9856429d3be68c516dfd0f1e91aadef7cb20ed6',
  '0032-design-previews.ts': '52b424f1c2c7344c19a0b6490fdec42927051a2a062ecd03fdee65b0757baf5a',
  '0033-attempt-counts.ts': '9701202cf720571c5fa8d9eb429c93883d12a7b9c4a895ec66c934654807de68',
  '0034-purge-webhooks.ts': '43effc336635073fdb52b2c749f4110d6ab9924077823eb5749fcfcae5d7265c',
  '0035-rolling-upgrades.ts': '247f53fe65b2db6bab07b9c6754a34af842718b84f01fa77327b72d00745b3cf',
  'columns.ts': 'b5c2057cf92bea49d5b66708284fad733bbb693cf8a0053317d5efcc30982f02',
};

describe('migrations', () => {
  for (const [file, hash] of Object.entries(released)) {
    it(`${file} is byte-identical to the released one`, () => {
      const content = readFileSync(path.join(folder, file));
      assert.equal(
        createHash('sha256').update(content).digest('hex'),
        hash,
        'Add a migration instead of changing this one.',
      );
    });
  }

  it('declare since 35 whether nodes of the previous version can go on (decision 0035)', () => {
    for (const file of Object.keys(released).filter((name) => /^\d/.test(name) && Number(name.slice(0, 4)) >= 35))
      assert.match(readFileSync(path.join(folder, file), 'utf8'), /^ {2}isCompatible: (?:true|false),$/m, file);
  });

  it('are all listed here', () => {
    const files = readdirSync(folder).filter((file) => /^\d{4}-.*(?<!\.test)\.ts$/.test(file));
    assert.deepEqual(
      files.filter((file) => !(file in released)),
      [],
      'Add the SHA-256 of new migrations.',
    );
  });
});
