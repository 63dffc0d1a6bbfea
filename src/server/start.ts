import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Close, ProcessParts } from './run-process.ts'
import { openDataDir } from '#server/startup/data-dir.ts'
import { applyMigrations } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { readSite } from '#server/http/pages/pages.ts'
import { readTranslations } from './http/translations.ts'
import { createEmbeddedEngine } from './live-engine/embedded-engine.ts'
import { isPublicHost } from './live-engine/is-public-host.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import { createShardedEngine } from './live-engine/sharded-engine.ts'
import { childModule } from '#server/startup/child-modules.ts'
import { listenError } from '#server/startup/listen-error.ts'
import { readNodeIdentity } from '#server/startup/node-identity.ts'
import { readyMessages } from '#server/startup/startup-messages.ts'
import { oneLine, StartupError } from '#server/startup/startup-error.ts'

/**
 * Opens all parts of the app in order, and appends the functions that close them to `opened`, also when it throws.
 * Returns the lines for the operator.
 * @throws {StartupError} if the operator has to act; the reason of `stop` if it was aborted first
 */
export async function start(config: Config, { log, stop, opened }: ProcessParts): Promise<string[]> {
  const add = (close: Close) => {
    opened.push(close)
    stop.signal.throwIfAborted()
  }
  const dataDir = await openDataDir(config.dataDir)
  add(() => dataDir.release())
  const identity = await readNodeIdentity(config)
  const database = await openDatabase(config, log)
  add(() => database.close())
  await applyMigrations(database.pool)
  const engine = await startEngine(config, log)
  add(() => engine.close())
  const [site, translations] = await Promise.all([readSite(SITE), readTranslations(LOCALES)])
  const app = await buildApp({ config, database, engine, log, ...identity, site, translations })
  add(() => app.close())
  const { url, setupUrl } = await app.listen().catch((error: unknown) => {
    throw listenError(error, config)
  })
  stop.signal.throwIfAborted()
  const isElsewhere = database.location !== null && !database.location.startsWith(config.dataDir)
  return readyMessages(config, { url, setupUrl, rootDatabase: isElsewhere ? database.location : null })
}

const SITE = fileURLToPath(new URL('../web', import.meta.url))
const LOCALES = fileURLToPath(new URL('locales', import.meta.url))

async function startEngine(config: Config, log: Logger): Promise<MediaEngine> {
  const { processes, udpPort } = config.live
  const engine = createShardedEngine([
    embeddedEngine(config, log, udpPort),
    ...Array.from({ length: processes - 1 }, (_, index) => embeddedEngine(config, log, udpPort + index + 1)),
  ])
  try {
    await engine.start()
    return engine
  } catch (error) {
    await engine.close()
    throw new StartupError(oneLine(error))
  }
}

function embeddedEngine(config: Config, log: Logger, udpPort: number): MediaEngine {
  return createEmbeddedEngine({
    ...childModule('engine'),
    host: config.live.host,
    udpPort,
    announcedIp: config.live.announcedIp,
    allowLocalCandidates: !isPublicHost(config.publicUrl.hostname),
    log,
    restartDelayMs: 100,
    peerTimeoutMs: config.live.peerTimeoutMs,
    heartbeatTimeoutMs: config.live.heartbeatTimeoutMs,
  })
}
