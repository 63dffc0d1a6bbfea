import { openBenchPool, startBenchPostgres } from './community/database.ts'
import type { AppCommands } from './chat/app.ts'
import type { FloorCommands } from './chat/floor.ts'
import type { ListenerCommands } from './chat/listeners.ts'
import { measure } from './chat/measure.ts'
import { chooseSizes } from './process/arguments.ts'
import { closeConnections } from './process/http-client.ts'
import { startRemote } from './process/remote.ts'

/**
 * Measures the cost of chat: each delivery against a bare socket server that sends prepared bytes, each stored message
 * against the prepared query of one feed page, and the memory of a socket. Runs on a temporary database.
 */
const COMMUNITY = chooseSizes({
  full: { posts: 20_000, users: 10_000 },
  short: { posts: 200, users: 100 },
})

const postgres = await startBenchPostgres()
const remote = <C>(name: string) =>
  startRemote<C>(new URL(`./chat/${name}.ts`, import.meta.url), ['--expose-gc'])
const [app, floor, listeners] = [
  await remote<AppCommands>('app'),
  await remote<FloorCommands>('floor'),
  await remote<ListenerCommands>('listeners'),
]
try {
  const connection = await postgres.createDatabase('bench_chat', COMMUNITY)
  const pool = openBenchPool(connection)
  await measure({
    app,
    floor,
    listeners,
    pool,
    url: await app.start(postgres.folder, connection),
    floorUrl: await floor.start(),
  })
  await pool.end()
} finally {
  closeConnections()
  for (const each of [listeners, floor, app]) await each.stop().catch(() => {})
  await postgres.close()
}
