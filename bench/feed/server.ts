import path from 'node:path'
import fastify from 'fastify'
import pg from 'pg'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Database, databaseOf, openPool } from '#server/db/open.ts'
import { Translations } from '#server/http/translations.ts'
import { engineFromSources } from '#server/live-engine/testing/start-engine.ts'
import { createLog } from '#server/log.ts'
import { answerCommands, ownCpu } from '../process/commands.ts'
import type { Addresses, Commands, DatabaseName } from './commands.ts'

/** The process that is measured: the app as it ships, logging included, on each database. */

const UNLIMITED = { points: 1_000_000, seconds: 60 }
const kept = new Map<string, { body: Buffer; query: pg.QueryConfig | undefined }>()
const databases = new Map<DatabaseName, Database>()
const close: (() => Promise<unknown>)[] = []
/** Named statements as the app sent them last, on whichever database. */
const seen = new Map<string, pg.QueryConfig>()
let statements = 0
watchStatements()

const commands: Commands = {
  start: async (folder, connections) => ({
    full: await startApp(folder, 'full', connections.full),
    small: await startApp(folder, 'small', connections.small),
    bare: await startBare(),
  }),
  cpu: ownCpu,
  statements: () => statements,
  keep(name, body, statement) {
    const query = statement === undefined ? undefined : seen.get(statement)
    if (statement !== undefined && !query) throw new Error(`the app has not sent ${statement}`)
    kept.set(name, { body: Buffer.from(body), query })
  },
  async stop() {
    for (const end of close.reverse()) await end()
    process.disconnect()
  },
}

answerCommands(commands)

function watchStatements(): void {
  // Boundary: the method has a dozen forms; it is passed on as it came.
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, config: unknown, values: unknown, ...more: unknown[]) {
      statements += 1
      if (isNamed(config) && Array.isArray(values))
        seen.set(config.name, { name: config.name, text: config.text, values })
      return query.call(this, config, values, ...more)
    },
  })
}

function isNamed(config: unknown): config is pg.QueryConfig & { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string'
}

async function startApp(folder: string, name: DatabaseName, connection: pg.PoolConfig): Promise<string> {
  const config = readConfig({ PORT: '0', DATA_DIR: path.join(folder, name) })
  const log = await createLog(config)
  const database = databaseOf(openPool(connection, log), { location: null, afterwards: async () => {} })
  const engine = engineFromSources({ host: config.host, udpPort: config.live.udpPort, log })
  const app: App = await buildApp({
    config,
    database,
    engine,
    log,
    secrets: { session: 'a secret that only the bench uses, for nothing' },
    // Pages are not asked for.
    site: { root: folder, document: '', scriptHash: '' },
    translations: new Translations(),
    // One member asks for what many would.
    rates: { searches: UNLIMITED, suggestions: UNLIMITED },
  })
  const { url } = await app.listen()
  databases.set(name, database)
  close.push(
    () => database.close(),
    () => app.close(),
  )
  return url.replace('localhost', config.host)
}

async function startBare(): Promise<Addresses['bare']> {
  const server = fastify({ forceCloseConnections: true })
  server.get<{ Params: { name: string } }>('/:name', (request, reply) =>
    reply.type('application/json; charset=utf-8').send(kept.get(request.params.name)?.body),
  )
  server.get<{ Params: { name: string } }>('/:name/after-query', async (request, reply) => {
    const { body, query } = kept.get(request.params.name) ?? {}
    // As anyone would who has nothing but the driver.
    if (query) await databases.get('full')?.pool.query(query)
    return reply.type('application/json; charset=utf-8').send(body)
  })
  close.push(() => server.close())
  return server.listen({ host: '127.0.0.1', port: 0 })
}
