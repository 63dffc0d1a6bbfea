import path from 'node:path'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Database, toDatabase } from '#server/db/open.ts'
import { openPool } from '#server/db/pool.ts'
import { Translations } from '#server/http/translations.ts'
import { engineFromSources } from '#server/live-engine/testing/start-engine.ts'
import { createLog } from '#server/log.ts'
import { DATABASE_LIMITS_ENV } from '../../scripts/test/machine-limits.ts'

type Options = {
  dataDir: string
  connection: pg.PoolConfig
  /** Variables of the environment. */
  env?: Record<string, string>
} & Pick<Parameters<typeof buildApp>[0], 'rates' | 'socketLimits'>

export type MeasuredApp = { url: string; database: Database; close(): Promise<void> }

/** Starts the app of production, logging included, in this process. `rates` and `socketLimits` replace its limits. */
export async function startMeasuredApp({
  dataDir,
  connection,
  env,
  ...limits
}: Options): Promise<MeasuredApp> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...DATABASE_LIMITS_ENV, ...env })
  const log = await createLog(config)
  const database = toDatabase(openPool(connection, log, config.databaseLimits), {
    location: null,
    afterClose: async () => {},
  })
  const app = await buildApp({
    config,
    database,
    engine: engineFromSources({ host: config.host, udpPort: config.live.udpPort, log }),
    log,
    nodeId: 'bench',
    secrets: { session: 'a secret that only the bench uses, for nothing' },
    // A minimal document: the content of pages is not measured.
    site: {
      root: path.dirname(dataDir),
      document: '<!--head--><!--/head--><!--boot-->',
      scriptHash: '',
      checkout: '',
      checkoutScriptHash: '',
    },
    translations: new Translations(),
    ...limits,
  })
  const { url } = await app.listen()
  return {
    url: url.replace('localhost', config.host),
    database,
    async close() {
      await app.close()
      await database.close()
    },
  }
}
