// Tests the completion scripts in real shells. Tests of shells that are not installed are skipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { settingNames } from '../../settings/declared.ts';
import { commands } from '../commands.ts';
import { ownOptionsOf, sharedOptionsOf } from '../parse-call.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { makeCompletionModel } from './model.ts';
import { zshScript } from './zsh.ts';

const model = await makeCompletionModel(commands);

/** Words on the command line, of which the last is to be completed, with the expected completions. */
const cases: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
  [['us'], ['user']],
  [
    ['user', ''],
    ['create', 'list', 'set-password'],
  ],
  [['user', '--data', 'folder', 'cr'], ['create']],
  [['user', 'create', '--ro'], ['--role']],
  [['user', 'list', '--ro'], []],
  [['serve', '--por'], ['--port']],
  [['user', 'list', '--por'], []],
  [['serve', '--log-level', 'de'], ['debug']],
  [
    ['serve', '--compatibility', ''],
    ['off', 'on'],
  ],
  [['setting', 'get', 'use_'], settingNames.filter((name) => name.startsWith('use_'))],
  [['setting', 'set', 'title', 'use_'], []],
  [
    ['audit', 'list', '--action', 'signed-'],
    ['signed-in', 'signed-out'],
  ],
  [['--data', 'mail', 'backup', 'res'], ['restore']],
  [['completion', 'z'], ['zsh']],
  [
    ['backup', 'restore', 'packa'],
    ['package-lock.json', 'package.json'],
  ],
  [['user', 'list', '--data', 'serv'], ['server']],
];

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version'], { stdio: 'ignore' }).status === 0;

/** Runs a script in a shell and returns the lines that it prints, sorted. */
function linesOf(shell: string, args: readonly string[], script: string): string[] {
  const { status, stdout, stderr } = spawnSync(shell, [...args, script], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, ''], script.slice(-500));
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/** The marker between the completions of two cases. */
const marker = '== next';

/** Splits the completions of all cases in the output of a shell. */
function splitByCase(output: string): string[][] {
  return output
    .split(`${marker}\n`)
    .slice(0, -1)
    .map((part) =>
      part
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replace(/\/$/, ''))
        .sort(),
    );
}

function runCases(shell: string, args: readonly string[], script: string): void {
  const { status, stdout, stderr } = spawnSync(shell, [...args, script], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, ''], stdout);
  const found = splitByCase(stdout);
  assert.equal(found.length, cases.length);
  for (const [at, [words, expected]] of cases.entries())
    assert.deepEqual(found[at], [...expected].sort(), `${shell}: octavo ${words.join(' ')}`);
}

describe('the completion script', () => {
  it('completes commands, options and values in bash', () => {
    const calls = cases.map(
      ([words]) =>
        `COMP_WORDS=(octavo ${quoted(words)}); COMP_CWORD=${words.length}; _octavo; printf '%s\\n' "\${COMPREPLY[@]}" '${marker}'`,
    );
    // compopt works only while bash completes a line.
    runCases('bash', ['--norc', '-c'], [bashScript(model), 'compopt() { :; }', ...calls, ''].join('\n'));
  });

  it('completes --option=value in bash, which splits it into three words', () => {
    for (const [words, expected] of [
      [['serve', '--log-level', '=', 'de'], ['debug']],
      [
        ['serve', '--compatibility', '='],
        ['off', 'on'],
      ],
      [['user', '--data', '=', 'folder', 'cr'], ['create']],
    ] as const) {
      const call = `COMP_WORDS=(octavo ${quoted(words)}); COMP_CWORD=${words.length}; _octavo; printf '%s\\n' "\${COMPREPLY[@]}"`;
      assert.deepEqual(linesOf('bash', ['--norc', '-c'], `${bashScript(model)}\n${call}\n`), [...expected]);
    }
  });

  it('is completed by bash itself', () => {
    const script = `${bashScript(model)}\ncomplete -p octavo\n`;
    assert.deepEqual(linesOf('bash', ['--norc', '-c'], script), ['complete -F _octavo octavo']);
  });

  it('completes commands, options and values in zsh', { skip: !isInstalled('zsh') && 'zsh is not installed' }, () => {
    // The functions with which a completion reports its words exist only while zsh completes a line, so they are replaced with
    // functions that print the words that begin with the current word.
    const functions = `
      compdef() { :; }
      print_matching() { local each; for each; do [[ $each == \${words[CURRENT]#*=}* ]] && print -r -- $each; done; :; }
      compadd() { if [[ $1 == -a ]]; then print_matching \${(P)2}; else shift; print_matching "$@"; fi; }
      _describe() { local name=\${@[-1]}; print_matching \${\${(P)name}%%:*}; }
      _files() { if [[ $1 == -/ ]]; then print_matching \${words[CURRENT]}*(N/); else print_matching \${words[CURRENT]}*(N); fi; }
    `;
    const calls = cases.map(
      ([words]) => `words=(octavo ${quoted(words)}); CURRENT=${words.length + 1}; _octavo; print -r -- '${marker}'`,
    );
    runCases('zsh', ['-f', '-c'], [functions, zshScript(model), ...calls, ''].join('\n'));
  });

  it('completes commands, options and values in fish', {
    skip: !isInstalled('fish') && 'fish is not installed',
  }, () => {
    const calls = cases.map(
      ([words]) =>
        `complete -C ${quoted([['octavo', ...words].join(' ')])} | string replace -r '\\t.*' ''; echo '${marker}'`,
    );
    runCases('fish', ['--no-config', '-c'], [fishScript(model), ...calls, ''].join('\n'));
  });

  it('contains every command, verb and option of the declarations', () => {
    for (const script of [bashScript(model), zshScript(model), fishScript(model)])
      for (const command of commands) {
        assert.ok(script.includes(command.name));
        for (const { verb = '' } of command.forms) assert.ok(script.includes(verb), `${command.name} ${verb}`);
        for (const { flag } of [...ownOptionsOf(command), ...sharedOptionsOf(command)])
          assert.ok(script.includes(`-${flag}`) || script.includes(`-l ${flag} `), flag);
      }
  });
});
