// octavo setting get NAME | set NAME VALUE
import { findTerm } from '../cms-v2/terms/store.ts';
import { dataConfig } from '../config/config.ts';
import { optionLines } from '../config/options.ts';
import { declaredSettings, isSetting, type SettingName } from '../settings/declared.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { withExistingService } from './open-service.ts';

export const setting: Command = {
  name: 'setting',
  summary: "reads or changes one of the site's settings",
  help: [
    'octavo setting get NAME [OPTIONS]',
    'octavo setting set NAME VALUE [OPTIONS]',
    '',
    'A value that begins with a hyphen stands behind --, except a number.',
    '',
    'Settings:',
    ...Object.entries(declaredSettings).map(([name, { takes }]) => `  ${name.padEnd(28)} ${takes}`),
    '',
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = dataConfig(args, env);
    const [verb, name = '', text = ''] = rest;
    const isSet = verb === 'set' && rest.length === 3;
    if (!isSet && !(verb === 'get' && rest.length === 2))
      throw new UsageFault('Call it so: octavo setting get NAME, or: octavo setting set NAME VALUE');
    if (!isSetting(name))
      throw new CommandFault(`There is no setting ${JSON.stringify(name)}; octavo setting --help lists them.`);
    const value = isSet ? settingValue(name, text) : undefined;
    await withExistingService(config, async ({ settings }, database) => {
      if (!isSet) return console.log(settings.values[name]);
      if (name === 'default_category' && !(await findTerm(database.read, 'category', Number(value))))
        throw new CommandFault(`There is no category of the number ${value}.`);
      await settings.set(name, value as never);
    });
    return 0;
  },
};

function settingValue(name: SettingName, text: string): unknown {
  const { read, takes } = declaredSettings[name];
  const value = read(text);
  if (value === undefined) throw new CommandFault(`The setting ${name} takes ${takes}, not ${JSON.stringify(text)}.`);
  return value;
}
