// Tests the functions of .ci/run that install programs, measure steps, and list skipped and failed tests, with programs that replace those of the system.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

const functions = path.resolve(import.meta.dirname, '../.ci/programs.sh');
const findCommand = (name: string): string =>
  spawnSync('bash', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-ci-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script with the functions. `installable` contains the packages that `apt-get` can install, each with its program. */
function run(script: string, installable: Readonly<Record<string, string>> = {}, env: Record<string, string> = {}) {
  const bin = mkdtempSync(path.join(folder, 'bin-'));
  const commands = ['bash', 'sed', 'sort', 'uniq', 'chmod', 'mktemp', 'setsid', 'date', 'cat', 'rm', 'sleep'];
  for (const name of commands) symlinkSync(findCommand(name), path.join(bin, name));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(bin, name), `#!${findCommand('bash')}\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  };
  write('id', 'echo 0');
  write('env', 'shift; exec "$@"');
  const cases = Object.entries(installable).map(
    ([name, program]) => `${name}) echo '#!/bin/sh' > ${bin}/${program}; chmod +x ${bin}/${program} ;;`,
  );
  write('apt-get', `[ "$1" = update ] && exit\ncase "\${@: -1}" in\n${cases.join('\n')}\n*) exit 100 ;;\nesac`);
  const { status, stdout, stderr } = spawnSync(findCommand('bash'), ['-c', `. ${functions}\n${script}`], {
    ...{ encoding: 'utf8', env: { PATH: bin, ...env } },
  });
  assert.equal(status, 0, stderr);
  return stdout.trimEnd().split('\n');
}

describe('the programs of the continuous integration', () => {
  it('are installed from the packages with their names, or from others', () => {
    const script = 'require_program fish; require_program analyze tools; echo "missing: $missing"; type fish analyze';
    const lines = run(script, { fish: 'fish', tools: 'analyze' });
    assert.match(lines.join('\n'), /^missing: \nfish is \S+\/fish\nanalyze is \S+\/analyze$/);
  });

  it('are not installed again', () => {
    assert.deepEqual(run('require_program sed; echo "missing: $missing"'), ['missing:']);
  });

  it('are recorded if they cannot be installed, or the package does not contain them', () => {
    const script = 'require_program fish; require_program zsh; printf "%s" "$missing"';
    assert.deepEqual(run(script, { zsh: 'other' }), [
      ...['fish could not be installed', 'zsh could not be installed'],
      ...['fish is not installed', 'zsh is not installed'],
    ]);
  });

  it('may be missing if OCTAVO_CI_WITHOUT lists their whole names', () => {
    const script = 'for each in fish zsh fis; do require_program $each; done; printf "%s" "$missing"';
    assert.deepEqual(run(script, {}, { OCTAVO_CI_WITHOUT: 'zsh fish' }), [
      'fish is not installed, which OCTAVO_CI_WITHOUT allows',
      'zsh is not installed, which OCTAVO_CI_WITHOUT allows',
      'fis could not be installed',
      'fis is not installed',
    ]);
  });

  it('find Chromium at the path at which tests start it', () => {
    const chromium = path.join(folder, 'chrome');
    writeFileSync(chromium, '');
    chmodSync(chromium, 0o755);
    const script = 'has_program chromium && echo found || echo missing';
    assert.deepEqual(run(script, {}, { OCTAVO_CHROMIUM: chromium }), ['found']);
    assert.deepEqual(run(script, {}, { OCTAVO_CHROMIUM: path.join(folder, 'other') }), ['missing']);
  });
});

describe('the list of skipped tests', () => {
  const project = () => {
    const tests = path.join(folder, 'tests');
    mkdirSync(tests, { recursive: true });
    writeFileSync(
      path.join(tests, 'a.test.mjs'),
      `import { describe, it } from 'node:test';
      it('passes # 1', () => {});
      it('is skipped', { skip: 'fish is not installed' }, () => {});
      describe('a suite', () => {
        it('is skipped while it runs', (t) => t.skip('needs root (on Linux)'));
      });
      describe('a skipped suite', { skip: 'fish is not installed' }, () => it('has tests', () => {}));`,
    );
    return path.join(tests, 'a.test.mjs');
  };

  for (const reporter of ['spec', 'tap'])
    it(`contains the reasons in the output of the reporter ${reporter}`, () => {
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
      const args = ['--test', `--test-reporter=${reporter}`, project()];
      const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
      writeFileSync(path.join(folder, 'log'), stdout);
      assert.deepEqual(run(`list_skips < ${folder}/log | count_lines`), [
        '      2 fish is not installed',
        '      1 needs root (on Linux)',
      ]);
    });
});

describe('the list of failed tests', () => {
  const write = (name: string, code: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, `import { it } from 'node:test';\n${code}`);
    return file;
  };
  const list = (file: string): string[] => {
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', file], { encoding: 'utf8', env });
    writeFileSync(path.join(folder, 'log'), stdout);
    return run(`list_failures < ${folder}/log`);
  };

  it('contains the name and the message of each', () => {
    const lines = list(
      write('fails.test.mjs', `it('passes', () => {}); it('fails', () => { throw new Error('It is broken.'); });`),
    ).join('\n');
    assert.match(lines, /✖ fails.*It is broken\./s);
    assert.doesNotMatch(lines, /passes/);
  });

  it('is empty if all tests pass', () => {
    assert.deepEqual(list(write('passes.test.mjs', `it('passes', () => {});`)), ['']);
  });
});

describe('a command in the background', () => {
  it('prints its output when it is finished, and fails if it fails', () => {
    const script = `start_job slow bash -c 'echo one; sleep 0.2; echo two >&2; exit 3'; echo started
      finish_job slow; echo $?
      start_job fast echo three; finish_job fast; echo $?; stop_jobs`;
    assert.deepEqual(run(script), ['started', 'one', 'two', '3', 'three', '0']);
  });

  it('is listed with its own duration, not with the time until it is printed', () => {
    const script = `end_step before; SECONDS=60; end_step slow; start_job fast bash -c 'exit 0'
      job_starts[fast]=$((job_starts[fast] - 30)); SECONDS=240; end_step fast; finish_job fast; SECONDS=300; end_step end
      list_durations; stop_jobs`;
    const [before, slow, fast, total] = run(script);
    assert.deepEqual([before, slow, total], ['    1.0  before', '    3.0  slow', '    5.0  total']);
    assert.match(fast ?? '', /^ {4}0\.[567] {2}fast$/);
  });

  it('is stopped with its processes if it is not finished', () => {
    // The processes have left the group when init has reaped them.
    const script = `start_job endless bash -c 'echo started; sleep 1000; true'; process=\${job_processes[endless]}
      until [ -s "$job_folder/endless.log" ]; do sleep 0.1; done
      stop_jobs; wait $process; while kill -0 -- -$process 2>/dev/null; do sleep 0.1; done; echo stopped`;
    assert.deepEqual(run(script), ['stopped']);
  });
});

describe('the list of durations', () => {
  it('contains the minutes of each finished step, and their sum', () => {
    const script = 'end_step lint; SECONDS=90; end_step tests; SECONDS=4000; end_step end; list_durations';
    assert.deepEqual(run(script), ['    1.5  lint', '   65.2  tests', '   66.7  total']);
  });

  it('contains no step that is not finished', () => {
    assert.deepEqual(run('end_step lint; list_durations'), ['    0.0  total']);
  });
});
