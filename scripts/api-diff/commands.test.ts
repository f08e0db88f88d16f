// Tests which differences between the commands of two versions are breaking.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommandDeclaration, Operand } from '../../server/command-line/command.ts';
import { commands } from '../../server/command-line/commands.ts';
import type { Option } from '../../server/config/options.ts';
import { compareCommands, describeCommands } from './commands.ts';

interface Example {
  name: string;
  shared: CommandDeclaration['shared'];
  /** Forms by verb. */
  forms: Record<string, { operands: Operand[]; options: Record<string, Omit<Option, 'flag' | 'help'>> }>;
}

/** A command with two forms. */
const example = (): Example => ({
  name: 'member',
  shared: 'serve',
  forms: {
    create: {
      operands: [{ name: 'USERNAME' }, { name: 'GROUP', values: ['guests', 'staff'] }],
      options: {
        role: { placeholder: 'ROLE', values: async () => ['author', 'editor'] },
        email: { placeholder: 'EMAIL', isRequired: true },
        tag: { placeholder: 'TAG', isRepeatable: true },
        quiet: {},
        folder: { placeholder: 'FOLDER', variable: 'OCTAVO_FOLDER' },
      },
    },
    list: { operands: [], options: {} },
  },
});

const declarationOf = ({ name, shared, forms }: Example): CommandDeclaration => ({
  ...{ name, shared, summary: 'an example' },
  forms: Object.entries(forms).map(([verb, { operands, options }]) => ({
    ...(verb !== '' && { verb }),
    operands,
    options: Object.entries(options).map(([flag, option]) => ({ flag, help: '', ...option })),
  })),
});

type Change = (example: Example) => void;

const form = (each: Example, verb: string) => {
  const found = each.forms[verb];
  assert.ok(found);
  return found;
};
const options = (each: Example) => form(each, 'create').options;

const breakingChanges: Readonly<Record<string, readonly [change: Change, message: RegExp]>> = {
  'a removed command': [
    (each) => (each.name = 'person'),
    /^octavo member create: removed\noctavo member list: removed$/,
  ],
  'a removed form': [(each) => delete each.forms.list, /^octavo member list: removed$/],
  'a form that loses its verb': [
    (each) => (each.forms = { '': form(each, 'create') }),
    /^octavo member create: removed$/m,
  ],
  'a new operand': [
    (each) => form(each, 'list').operands.push({ name: 'GROUP' }),
    /^octavo member list: operands changed from none to GROUP$/,
  ],
  'a removed operand': [
    (each) => form(each, 'create').operands.pop(),
    /^octavo member create: operands changed from USERNAME GROUP to USERNAME$/,
  ],
  'a removed value of an operand': [
    (each) => (form(each, 'create').operands[1] = { name: 'GROUP', values: ['staff'] }),
    /^octavo member create, GROUP: no longer accepts guests$/,
  ],
  'an operand whose values are newly enumerated': [
    (each) => (form(each, 'create').operands[0] = { name: 'USERNAME', values: ['admin', 'editor'] }),
    /^octavo member create, USERNAME: accepts only admin, editor$/,
  ],
  'a removed option': [(each) => delete options(each).quiet, /^octavo member create, --quiet: removed$/],
  'an option that moves to another form': [
    (each) => {
      form(each, 'list').options = { quiet: {} };
      delete options(each).quiet;
    },
    /^octavo member create, --quiet: removed$/,
  ],
  'an option that becomes required': [
    (each) => (options(each).quiet = { isRequired: true }),
    /^octavo member create, --quiet: is now required$/,
  ],
  'a new required option': [
    (each) => (form(each, 'list').options = { group: { placeholder: 'GROUP', isRequired: true } }),
    /^octavo member list, --group: added, and required$/,
  ],
  'a removed value of an option': [
    (each) => (options(each).role = { placeholder: 'ROLE', values: ['author'] }),
    /^octavo member create, --role: no longer accepts editor$/,
  ],
  'an option whose values are newly enumerated': [
    (each) => (options(each).tag = { placeholder: 'TAG', isRepeatable: true, values: ['a'] }),
    /^octavo member create, --tag: accepts only a$/,
  ],
  'an option that can no longer be repeated': [
    (each) => (options(each).tag = { placeholder: 'TAG' }),
    /^octavo member create, --tag: can no longer be repeated$/,
  ],
  'a switch that needs a value': [
    (each) => (options(each).quiet = { placeholder: 'LEVEL' }),
    /^octavo member create, --quiet: now needs a value$/,
  ],
  'an option that becomes a switch': [
    (each) => (options(each).folder = { variable: 'OCTAVO_FOLDER' }),
    /^octavo member create, --folder: no longer has a value$/,
  ],
  'another environment variable of an option': [
    (each) => (options(each).folder = { placeholder: 'FOLDER', variable: 'OCTAVO_PATH' }),
    /^octavo member create, --folder: environment variable changed from OCTAVO_FOLDER to OCTAVO_PATH$/,
  ],
  'a command that no longer accepts the options of the service': [
    (each) => (each.shared = 'data'),
    /^octavo member create, --port: removed$/m,
  ],
};

const compatibleChanges: Readonly<Record<string, Change>> = {
  'a new form': (each) => (each.forms.delete = { operands: [{ name: 'USERNAME' }], options: {} }),
  'a new optional option': (each) => (form(each, 'list').options = { group: { placeholder: 'GROUP' } }),
  'an option that becomes optional': (each) => (options(each).email = { placeholder: 'EMAIL' }),
  'an option that can be repeated': (each) => (options(each).role = { ...options(each).role, isRepeatable: true }),
  'new values': (each) => (options(each).role = { placeholder: 'ROLE', values: ['admin', 'author', 'editor'] }),
  'values that are no longer enumerated': (each) => (options(each).role = { placeholder: 'ROLE' }),
  'another placeholder of an operand': (each) => (form(each, 'create').operands[0] = { name: 'LOGIN' }),
  'an environment variable for an option': (each) => (options(each).quiet = { variable: 'OCTAVO_QUIET' }),
};

async function compare(change: Change) {
  const changed = example();
  change(changed);
  const [old, current] = await Promise.all([example(), changed].map((each) => describeCommands([declarationOf(each)])));
  assert.ok(old && current);
  return compareCommands(old, current);
}

describe('a comparison of commands', () => {
  for (const [name, [change, message]] of Object.entries(breakingChanges))
    it(`reports ${name} as breaking`, async () => {
      const breaking = (await compare(change)).filter(({ isBreaking }) => isBreaking);
      assert.match(breaking.map(({ location, message: text }) => `${location}: ${text}`).join('\n'), message);
    });

  for (const [name, change] of Object.entries(compatibleChanges))
    it(`reports ${name} as compatible`, async () => {
      assert.deepEqual(
        (await compare(change)).filter(({ isBreaking }) => isBreaking),
        [],
      );
    });

  it('finds no differences between equal commands', async () => {
    assert.deepEqual(await compare(() => {}), []);
  });
});

it('describes all forms of the commands, with their options and values', async () => {
  const described = await describeCommands(commands);
  assert.deepEqual(
    Object.keys(described).sort(),
    commands
      .flatMap(({ name, forms }) => forms.map(({ verb }) => (verb === undefined ? name : `${name} ${verb}`)))
      .sort(),
  );
  assert.deepEqual(described['app-password create']?.operands, [{ name: 'USERNAME' }]);
  assert.equal(described['app-password create']?.options.name?.isRequired, true);
  assert.deepEqual(described.serve?.options['access-log'], {
    ...{ hasValue: true, isRequired: false, isRepeatable: false },
    ...{ variable: 'OCTAVO_ACCESS_LOG', values: ['all', 'errors', 'off'] },
  });
  assert.ok(described['setting get']?.operands[0]?.values?.includes('title'));
  assert.ok('json' in (described['completion bash']?.options ?? {}));
});
