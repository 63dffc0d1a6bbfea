import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/db/executor.ts'
import { type JobCounts, countJobs } from '#server/jobs/queries.ts'

const STATES = ['waiting', 'running', 'failed'] as const

/** Registers the counts of jobs in the database, which are the same on every node, and this node's name. */
export function registerJobMetrics(registry: Registry, { db, nodeId }: { db: Db; nodeId: string }): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs by state: waiting, running, failed for good.',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const counts of await readCounts(db))
        for (const state of STATES) this.set({ job: counts.task, state }, counts[state])
    },
  })
  new Gauge({
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest job that is due has waited.',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { task, oldestSeconds } of await readCounts(db)) this.set({ job: task }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'node_info',
    help: '1, with the id of this node.',
    labelNames: ['node'],
    registers: [registry],
  }).set({ node: nodeId }, 1)
}

/** Without the database the other metrics are still readable. */
const readCounts = (db: Db): Promise<JobCounts[]> => countJobs(db).catch(() => [])
