// octavo setting get NAME | set NAME VALUE
import { dataConfig, optionLines } from '../config/config.ts';
import { declaredSettings, isSetting, type SettingName } from '../settings/declared.ts';
import { type Command, CommandFault } from './command.ts';
import { withService } from './open-service.ts';

export const setting: Command = {
  name: 'setting',
  summary: "reads or changes one of the site's settings",
  help: [
    'octavo setting get NAME [OPTIONS]',
    'octavo setting set NAME VALUE [OPTIONS]',
    '',
    'Settings:',
    ...Object.entries(declaredSettings).map(([name, { takes }]) => `  ${name.padEnd(28)} ${takes}`),
    '',
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = dataConfig(args, env);
    const [verb, name = '', text] = rest;
    if ((verb === 'get') !== (text === undefined) || !['get', 'set'].includes(verb ?? '') || rest.length > 3) {
      throw new CommandFault('Call it so: octavo setting get NAME, or: octavo setting set NAME VALUE');
    }
    if (!isSetting(name))
      throw new CommandFault(`There is no setting ${JSON.stringify(name)}; octavo setting --help lists them.`);
    await withService(config, async ({ settings }) => {
      if (text === undefined) console.log(settings.values[name]);
      else await settings.set(name, settingValue(name, text) as never);
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
