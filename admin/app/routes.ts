// The screens of the admin with their paths: navigation, titles and "not found" derive from this table. Each area has a file in `routes`.
import { automationRoutes } from './routes/automation.ts';
import { contentRoutes } from './routes/content.ts';
import { designRoutes } from './routes/design.ts';
import { extensionRoutes } from './routes/extensions.ts';
import { formRoutes } from './routes/forms.ts';
import { helpRoutes } from './routes/help.ts';
import { operationRoutes } from './routes/operations.ts';
import type { Route } from './routes/route.ts';
import { userRoutes } from './routes/users.ts';

/** All screens, in the order of the navigation. The first one with a matching path is used. */
export const routes: readonly Route[] = [
  ...contentRoutes,
  ...formRoutes,
  ...designRoutes,
  ...userRoutes,
  ...operationRoutes,
  ...extensionRoutes,
  ...automationRoutes,
  ...helpRoutes,
];
