// Disturbances of the replica through which the nodes of the chaos test read.
import { type Disturbance, pauseBetween } from './disturbance.ts';

export const replicaDisturbances: readonly Disturbance[] = [
  {
    name: 'the replica stops replaying',
    losesResults: false,
    run: async (context) => {
      const { replica } = context.cluster;
      await replica.query('select pg_wal_replay_pause()');
      // Around the lag from which it is out of use.
      await pauseBetween(context, 700, 1800);
      await replica.query('select pg_wal_replay_resume()');
    },
  },
  {
    name: 'the replica is killed',
    losesResults: false,
    run: async (context) => {
      const { replica } = context.cluster;
      await replica.kill();
      await pauseBetween(context, 0, 500);
      await replica.start();
    },
  },
  {
    name: 'the replica does not respond',
    losesResults: false,
    run: async (context) => {
      const { replica } = context.cluster;
      await replica.freeze(true);
      // Around the timeout of a read from it.
      await pauseBetween(context, 500, 1500);
      await replica.freeze(false);
    },
  },
];
