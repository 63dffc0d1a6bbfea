import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseUnavailable, oneLine } from '#server/startup/startup-error.ts'
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
  process.exit(await runWithRestarts(start, stopSignal()))
}

/** Resolves with the exit code. */
async function runWithRestarts(start: Start, signal: AbortSignal): Promise<number> {
  try {
    const config = readConfig(process.env)
    const log = await createLog(config)
    const open = (parts: Omit<ProcessParts, 'log'>) => start(config, { log, ...parts })
    let outcome = await runUntilStopped(open, { log, signal })
    while (outcome === 'interrupted') {
      await pause(RESTART_MS, undefined, { signal }).catch(() => {})
      outcome = signal.aborted ? 0 : await runUntilStopped(open, { log, signal, isRestart: true })
    }
    log.info('stopped')
    return outcome
  } catch (error) {
    console.error(startupMessage(error))
    return 1
  }
}

type Open = (parts: Omit<ProcessParts, 'log'>) => Promise<string[]>
type Run = { log: Logger; signal: AbortSignal; isRestart?: boolean }

/** Resolves with the exit code after all parts are closed, or `interrupted` if they should be opened again later. */
async function runUntilStopped(
  open: Open,
  { log, signal, isRestart = false }: Run,
): Promise<number | 'interrupted'> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  signal.addEventListener('abort', onSignal)
  if (signal.aborted) stop.abort()
  const opened: Close[] = []
  try {
    for (const line of await open({ stop, opened })) console.log(line)
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    log.info('stopping')
  } catch (error) {
    await closeAll(opened)
    if (stop.signal.aborted) return 0
    if (isRestart && error instanceof DatabaseUnavailable) return 'interrupted'
    console.error(startupMessage(error))
    return 1
  } finally {
    signal.removeEventListener('abort', onSignal)
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
