import path from 'node:path'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { databaseOf, openPool } from '#server/db/open.ts'
import { Translations } from '#server/http/translations.ts'
import { engineFromSources } from '#server/live-engine/testing/start-engine.ts'
import { createLog } from '#server/log.ts'
import { answerCommands, ownCpu } from '../process/commands.ts'
import type { Commands } from './commands.ts'

/** The process that is measured: the app as it ships, without its rates. */

const close: (() => Promise<unknown>)[] = []

const commands: Commands = {
  async start(folder, connection) {
    const config = readConfig({ PORT: '0', DATA_DIR: path.join(folder, 'data') })
    const log = await createLog(config)
    const database = databaseOf(openPool(connection, log), { location: null, afterwards: async () => {} })
    const app = await buildApp({
      config,
      database,
      engine: engineFromSources({ host: config.host, udpPort: config.live.udpPort, log }),
      log,
      secrets: { session: 'a secret that only the bench uses, for nothing' },
      site: { root: folder, document: '<!--head--><!--/head--><!--boot-->', scriptHash: '' },
      translations: new Translations(),
      // What a single call costs is measured, as often as it takes.
      rates: new Proxy({}, { get: () => ({ points: 1_000_000, seconds: 60 }) }),
    })
    const { url } = await app.listen()
    close.push(
      () => database.close(),
      () => app.close(),
    )
    return url.replace('localhost', config.host)
  },
  cpu: ownCpu,
  async stop() {
    for (const end of close.reverse()) await end()
    process.disconnect()
  },
}

answerCommands(commands)
