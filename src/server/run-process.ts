import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { oneLine } from '#server/startup/startup-error.ts'
import { startupMessage } from '#server/startup/startup-messages.ts'
import { stopSignal } from '#server/startup/stop-signal.ts'
import { type Config, readConfig } from './config.ts'
import { createLog } from './log.ts'

export type Close = () => void | Promise<void>

export type ProcessParts = {
  log: Logger
  /** Aborted when the process should stop. */
  stop: AbortController
  /** The functions that close what was opened, in the order of opening. */
  opened: Close[]
}

type Start = (config: Config, parts: ProcessParts) => Promise<string[]>

/** A reason to stop after which the process opens its parts again, as soon as that is possible. */
export class Interruption extends Error {}

const RESTART_MS = 2000

/**
 * Runs a process of the server from its environment until a stop signal, then closes all parts and exits. `start` opens
 * the parts and returns the lines to print.
 */
export async function runProcess(start: Start): Promise<never> {
  // A closed terminal must not crash the process while it stops.
  process.stdout.on('error', () => {})
  const signal = stopSignal()
  let outcome = await runUntilStopped(start, signal)
  while (outcome === 'interrupted') {
    await pause(RESTART_MS, undefined, { signal }).catch(() => {})
    outcome = signal.aborted ? 0 : await runUntilStopped(start, signal, { isRestart: true })
  }
  process.exit(outcome)
}

/** Resolves with the exit code after all parts are closed. A restart that fails is interrupted again. */
async function runUntilStopped(
  start: Start,
  signal: AbortSignal,
  { isRestart = false } = {},
): Promise<number | 'interrupted'> {
  const stop = new AbortController()
  signal.addEventListener('abort', () => stop.abort(), { once: true })
  const opened: Close[] = []
  try {
    const config = readConfig(process.env)
    const log = await createLog(config)
    opened.push(() => log.info('stopped'))
    for (const line of await start(config, { log, stop, opened })) console.log(line)
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    log.info('stopping')
  } catch (error) {
    await closeAll(opened)
    if (stop.signal.aborted) return 0
    if (isRestart) return 'interrupted'
    console.error(startupMessage(error))
    return 1
  }
  await closeAll(opened)
  const reason: unknown = stop.signal.reason
  if (!(reason instanceof Error) || reason.name === 'AbortError') return 0
  console.error(oneLine(reason))
  return reason instanceof Interruption ? 'interrupted' : 1
}

/** Closes in reverse order; an error of one part is printed, and the others are still closed. */
async function closeAll(opened: Close[]): Promise<void> {
  for (const close of opened.toReversed()) {
    await Promise.resolve()
      .then(close)
      .catch((error: unknown) => console.error(`While stopping: ${oneLine(error)}`))
  }
}
