// Contains mistakes in the settings of extensions, which the compiler must reject. This file is only type-checked.
import { type Extension, type ExtensionServices, Type, type WriteHandle } from '../../server/extensions/interface.ts';

const settings = {
  days: Type.Integer({ default: 30 }),
  words: Type.Array(Type.String(), { default: [] }),
};

type Services = ExtensionServices<typeof settings>;

export async function read({ settings }: Services): Promise<void> {
  const { days, words } = await settings.read();
  days.toFixed();
  words.join();
  // @ts-expect-error The extension has no setting of this name.
  (await settings.read()).dyas;
  // @ts-expect-error The setting is an integer.
  (await settings.read()).days.trim();
}

export async function write({ settings }: Services, tx: WriteHandle): Promise<void> {
  await settings.write(tx, { days: 7 });
  // @ts-expect-error The extension has no setting of this name.
  await settings.write(tx, { dyas: 7 });
  // @ts-expect-error The setting is an integer.
  await settings.write(tx, { days: 'seven' });
}

const declaration = { name: 'a', version: '1', title: 'A', description: '', namespace: 'a/v1', resources: [] };

export const extension: Extension<typeof settings> = {
  ...declaration,
  settings,
  async open(services) {
    await read(services);
    return { modules: [] };
  },
};

export const otherSettings: Extension<typeof settings> = {
  ...declaration,
  // @ts-expect-error The schemas are not those of the type argument.
  settings: { days: Type.Integer({ default: 30 }) },
  open: () => ({ modules: [] }),
};

export const untyped: Extension = {
  ...declaration,
  async open(services) {
    // @ts-expect-error The services do not have the settings with these types.
    await read(services);
    return { modules: [] };
  },
};
