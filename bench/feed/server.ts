import path from 'node:path'
import fastify from 'fastify'
import pg from 'pg'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands, processCpu } from '../process/commands.ts'
import type { Commands, DatabaseName } from './commands.ts'

/** The measured process: the app of production, logging included, on each database. */

const UNLIMITED = { points: 1_000_000, seconds: 60 }
const bareResponsesByName = new Map<string, { body: Buffer; query: pg.QueryConfig | undefined }>()
const apps: MeasuredApp[] = []
const bare = createBareServer()
/** Named statements with the values that the app has sent last, to either database. */
const lastQueryByName = new Map<string, pg.QueryConfig>()
let statements = 0
observeStatements()

const commands: Commands = {
  start: async (folder, connections) => ({
    full: await startApp(folder, 'full', connections.full),
    small: await startApp(folder, 'small', connections.small),
    bare: await bare.listen({ host: '127.0.0.1', port: 0 }),
  }),
  cpu: processCpu,
  statements: () => statements,
  setBareResponse(name, body, statement) {
    const query = statement === undefined ? undefined : lastQueryByName.get(statement)
    if (statement !== undefined && !query) throw new Error(`the app has not sent ${statement}`)
    bareResponsesByName.set(name, { body: Buffer.from(body), query })
  },
  async stop() {
    await bare.close()
    for (const app of apps) await app.close()
    process.disconnect()
  },
}

handleCommands(commands)

function observeStatements(): void {
  // Boundary: the method has a dozen overloads; the arguments are passed on unchanged.
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, config: unknown, values: unknown, ...more: unknown[]) {
      statements += 1
      if (isNamed(config) && Array.isArray(values))
        lastQueryByName.set(config.name, { name: config.name, text: config.text, values })
      return query.call(this, config, values, ...more)
    },
  })
}

function isNamed(config: unknown): config is pg.QueryConfig & { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string'
}

async function startApp(folder: string, name: DatabaseName, connection: pg.PoolConfig): Promise<string> {
  const app = await startMeasuredApp({
    dataDir: path.join(folder, name),
    connection,
    // A few users send the requests of many.
    rates: { searches: UNLIMITED, suggestions: UNLIMITED },
  })
  apps.push(app)
  return app.url
}

function createBareServer() {
  const server = fastify({ forceCloseConnections: true })
  server.get<{ Params: { name: string } }>('/:name', (request, reply) =>
    reply.type('application/json; charset=utf-8').send(bareResponsesByName.get(request.params.name)?.body),
  )
  server.get<{ Params: { name: string } }>('/:name/after-query', async (request, reply) => {
    const { body, query } = bareResponsesByName.get(request.params.name) ?? {}
    // The query of the driver alone, on the first app's database.
    if (query) await apps[0]?.database.pool.query(query)
    return reply.type('application/json; charset=utf-8').send(body)
  })
  return server
}
