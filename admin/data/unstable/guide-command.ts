// The site editor has a command that opens a guide about another admin, which is not part of this one (build/package-changes.ts).
import { type CommandLoader, store as commandsStore } from '@wordpress/commands';
import { dispatch } from '@wordpress/data';

/** The name of the group that consists of the command. */
const guideCommand = 'core/edit-site/toggle-styles-welcome-guide';

/** Leaves out the command. It must be called before the site editor starts. */
export function hideGuideCommand(): void {
  const actions = dispatch(commandsStore);
  const register = actions.registerCommandLoader;
  const registerCommandLoader = (loader: CommandLoader): unknown =>
    loader.name === guideCommand ? undefined : register(loader);
  Object.assign(actions, { registerCommandLoader });
}
