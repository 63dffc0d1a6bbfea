import path from 'node:path'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { databaseOf, openPool } from '#server/db/open.ts'
import { listFeed } from '#server/features/posts/queries.ts'
import { Translations } from '#server/http/translations.ts'
import { engineFromSources } from '#server/live-engine/testing/start-engine.ts'
import { createLog } from '#server/log.ts'
import { SOCKET_LIMITS } from '#server/realtime/sockets.ts'
import { answerCommands, ownCpu } from '../process/commands.ts'
import { memoryInUse } from './memory.ts'

/** The process that is measured: the app as it ships, but for limits that one machine's clients would reach. */

const UNLIMITED = { points: 10_000_000, seconds: 60 }
const close: (() => Promise<unknown>)[] = []
let askFeed: ((viewerId: string) => Promise<unknown>) | undefined

const commands = {
  async start(folder: string, connection: pg.PoolConfig): Promise<string> {
    const config = readConfig({ PORT: '0', DATA_DIR: path.join(folder, 'data') })
    const log = await createLog(config)
    const database = databaseOf(openPool(connection, log), { location: null, afterwards: async () => {} })
    const app = await buildApp({
      config,
      database,
      engine: engineFromSources({ host: config.host, udpPort: config.live.udpPort, log }),
      log,
      secrets: { session: 'a secret that only the bench uses, for nothing' },
      // Pages are not asked for.
      site: { root: folder, document: '', scriptHash: '' },
      translations: new Translations(),
      rates: {
        chat: UNLIMITED,
        joins: UNLIMITED,
        joinsOfAddress: UNLIMITED,
        viewerOffersOfAddress: UNLIMITED,
        registrations: UNLIMITED,
      },
      socketLimits: { ...SOCKET_LIMITS, perActor: 10_000, perAddress: 10_000 },
    })
    const { url } = await app.listen()
    askFeed = (id) => listFeed(database.db, { id, role: 'user' }, 20)
    close.push(
      () => database.close(),
      () => app.close(),
    )
    return url.replace('localhost', config.host)
  },
  /** The yardstick: one page of the feed by its prepared statement, so many times. */
  async feedQueries(viewerId: string, times: number): Promise<void> {
    for (let time = 0; time < times; time++) await askFeed?.(viewerId)
  },
  cpu: ownCpu,
  memory: memoryInUse,
  async stop(): Promise<void> {
    for (const end of close.reverse()) await end()
    process.disconnect()
  },
}
export type AppCommands = typeof commands

answerCommands(commands)
