import type pg from 'pg'
import { pino } from 'pino'
import { openPool } from '#server/db/open.ts'
import { type Case, makeCases } from './cases.ts'
import type { DatabaseName } from './commands.ts'
import { parentOf, postgresCpu } from './cpu.ts'
import { AT_ONCE } from './load.ts'
import type { Server } from './process.ts'
import { type Figures, report } from './report.ts'

type Setting = { folder: string; connections: Record<DatabaseName, pg.PoolConfig> }

const ROUNDS = 5
/** `npm run bench -- feed 200` is done sooner, and less sure. */
const TIMES = Number(process.argv[2] ?? 1000)
/** Times before what is counted: connections that were closed meanwhile are open and have their plans. */
const WARM = 100
/** Signs viewers up, asks each route for them in interleaved rounds, and prints what it cost. */
export async function measure(server: Server, { folder, connections }: Setting): Promise<void> {
  const addresses = await server.start(folder, connections)
  const pools = { full: openPool(connections.full, LOG), small: openPool(connections.small, LOG) }
  try {
    const cases = await makeCases({ server, addresses, pools })
    const postmaster = await postmasterOf(pools.full)
    for (const each of cases) each.statements = await countStatements(server, each)
    const rounds: Figures[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measureAll(server, postmaster, cases))
      console.log(`round ${round + 1} of ${ROUNDS}`)
    }
    report(cases, rounds)
  } finally {
    await Promise.all([pools.full.end(), pools.small.end()])
  }
}

const LOG = pino({ level: 'error' })

async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0)
}

/** Statements of one time, once everything is warm. */
async function countStatements(server: Server, { run }: Case): Promise<number> {
  await run(200)
  const before = await server.statements()
  await run(AT_ONCE)
  return ((await server.statements()) - before) / AT_ONCE
}

async function measureAll(server: Server, postmaster: number, cases: readonly Case[]): Promise<Figures[]> {
  const figures: Figures[] = []
  for (const { run } of cases) {
    await run(WARM)
    const [node, postgres] = [await server.cpu(), postgresCpu(postmaster)]
    await run(TIMES)
    const spent = { node: (await server.cpu()) - node, postgres: postgresCpu(postmaster) - postgres }
    figures.push({ node: spent.node / TIMES, postgres: spent.postgres / TIMES })
  }
  return figures
}
