import { once } from 'node:events'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { type Close, closeAll, start } from './start.ts'
import { readyMessages, startupMessage } from '#server/startup/startup-messages.ts'
import { stopSignal } from '#server/startup/stop-signal.ts'

// A closed terminal must not crash the process while it stops.
process.stdout.on('error', () => {})
process.exit(await run(stopSignal()))

/** Runs until `stop` is aborted; resolves with the exit code after all parts are closed. */
async function run(stop: AbortSignal): Promise<number> {
  const opened: Close[] = []
  try {
    const config = readConfig(process.env)
    const log = await createLog(config)
    opened.push(() => log.info('stopped'))
    const started = await start(config, { log, stop, opened })
    for (const line of readyMessages(config, started)) console.log(line)
    if (!stop.aborted) await once(stop, 'abort')
    log.info('stopping')
  } catch (error) {
    await closeAll(opened)
    if (stop.aborted) return 0
    console.error(startupMessage(error))
    return 1
  }
  await closeAll(opened)
  return 0
}
