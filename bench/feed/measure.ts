import type pg from 'pg'
import { openBenchPool } from '../community/database.ts'
import { type CpuTime, measureCpu, postmasterOf } from '../process/cpu.ts'
import { chooseSizes, countArgument } from '../process/arguments.ts'
import { CONCURRENCY } from '../process/http-client.ts'
import { type Case, createCases } from './cases.ts'
import type { DatabaseName, Server } from './commands.ts'
import { reportCases } from './report.ts'

type Setup = { folder: string; connections: Record<DatabaseName, pg.PoolConfig> }

/** A measurement is preceded by requests which open closed connections and prepare their statements. */
const { ROUNDS, WARM_UP_REQUESTS, ...DEFAULTS } = chooseSizes({
  full: { ROUNDS: 5, WARM_UP_REQUESTS: 100, REQUESTS: 1000 },
  short: { ROUNDS: 1, WARM_UP_REQUESTS: 8, REQUESTS: 8 },
})
/** Requests of each case and round. `npm run bench -- feed 200` is faster and less accurate. */
const REQUESTS = countArgument(DEFAULTS.REQUESTS)

/** Signs users up, measures each route for them in interleaved rounds, and prints the cost. */
export async function measure(server: Server, { folder, connections }: Setup): Promise<void> {
  const urls = await server.start(folder, connections)
  const pools = { full: openBenchPool(connections.full), small: openBenchPool(connections.small) }
  try {
    const cases = await createCases({ server, urls, pools })
    const postmaster = await postmasterOf(pools.full)
    for (const each of cases) each.statements = await countStatements(server, each)
    const rounds: CpuTime[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measureAll(server, postmaster, cases))
      console.log(`round ${round + 1} of ${ROUNDS}`)
    }
    reportCases(cases, rounds)
  } finally {
    await Promise.all([pools.full.end(), pools.small.end()])
  }
}

/** Returns the number of statements of one request, after a warm-up. */
async function countStatements(server: Server, { run }: Case): Promise<number> {
  await run(2 * WARM_UP_REQUESTS)
  const before = await server.statements()
  await run(CONCURRENCY)
  return ((await server.statements()) - before) / CONCURRENCY
}

async function measureAll(server: Server, postmaster: number, cases: readonly Case[]): Promise<CpuTime[]> {
  const results: CpuTime[] = []
  for (const { run } of cases) {
    await run(WARM_UP_REQUESTS)
    const { node, postgres } = await measureCpu(server, postmaster, () => run(REQUESTS))
    results.push({ node: node / REQUESTS, postgres: postgres / REQUESTS })
  }
  return results
}
