// Runs before the first paint, as a script of its own that blocks it: otherwise the page would be displayed in other colors first.
import { restoreColorScheme } from '../ui/color-scheme.ts';

restoreColorScheme();
