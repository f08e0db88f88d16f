// Disturbances of the chaos test.
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '../faults/consistency.ts';
import { type Disturbance, pauseBetween, pickNode } from './disturbance.ts';
import { replicaDisturbances } from './replica-disturbances.ts';

/** Node ID in the row of the log of changes of a transaction that no node has made. */
const otherProgram = '00000000-0000-4000-8000-000000000000';

/** Time for which a transaction is open after it has added its row to the log of changes, in milliseconds. */
const lateMs = 5000;

/** All disturbances. */
export const disturbances: readonly Disturbance[] = [
  {
    name: 'the notification connection of a node is cut',
    losesResults: false,
    run: async (context) => {
      const { proxy } = pickNode(context);
      for (let n = 0; n < 3; n += 1) {
        proxy.reset();
        await pauseBetween(context, 50, 500);
      }
    },
  },
  {
    name: 'the notification connection of a node is silent',
    losesResults: false,
    run: async (context) => {
      const end = pickNode(context).proxy.blackhole();
      // Longer than the timeout of a poll, so that new connections are silent, too.
      await pauseBetween(context, 2300, 2800);
      end(context.random() < 0.5);
    },
  },
  {
    name: 'a transaction commits late',
    losesResults: false,
    run: async ({ load, cluster }) => {
      const client = await openPostgres(cluster.databaseUrl);
      await load.changeDirectly(async (id, title) => {
        await client.query('begin');
        await client.query(`update entries set title = '${title}', title_rendered = '${title}' where id = ${id}`);
        await client.query(`insert into change_log (node, tables) values ('${otherProgram}', 'entries')`);
        await pause(lateMs);
        return async () => void (await client.query('commit'));
      });
      await client.close();
    },
  },
  {
    name: 'a node is paused',
    losesResults: false,
    run: async (context) => {
      const { child } = pickNode(context).service;
      child.kill('SIGSTOP');
      await pauseBetween(context, 1000, 3000);
      child.kill('SIGCONT');
    },
  },
  {
    name: 'a node is killed',
    losesResults: true,
    run: async (context) => {
      const node = pickNode(context);
      node.kills += 1;
      node.isDown = true;
      await node.service.end('SIGKILL');
      await pauseBetween(context, 0, 500);
      await node.restart();
    },
  },
  ...(['fast', 'immediate'] as const).map(
    (mode): Disturbance => ({
      name: `PostgreSQL restarts (${mode})`,
      losesResults: false,
      run: async (context) => {
        await context.load.untilBusy();
        await context.cluster.server.stop(mode);
        await pauseBetween(context, 0, 1000);
        await context.cluster.server.start();
      },
    }),
  ),
  {
    name: 'PgBouncer restarts',
    losesResults: false,
    run: async (context) => {
      await context.cluster.bouncer.stop();
      await pauseBetween(context, 0, 1000);
      await context.cluster.bouncer.start();
    },
  },
  {
    name: 'the file store responds with 503',
    losesResults: false,
    run: async (context) => {
      context.cluster.fileStore.failure = 503;
      await pauseBetween(context, 700, 1200);
      context.cluster.fileStore.failure = 0;
    },
  },
  ...replicaDisturbances,
];
