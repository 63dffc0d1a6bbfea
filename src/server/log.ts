import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/**
 * Bytes of lines that are written in one go, and how long one may wait for others, in ms; the end of the process waits
 * for none. Of what nobody reads so much is kept, and the rest is dropped.
 */
const TOGETHER = { minLength: 4096, periodicFlush: 500, maxLength: 16 * 1024 * 1024 }

/** JSON lines on standard output; in development readable ones. */
export async function createLog({ env, logLevel }: Pick<Config, 'env' | 'logLevel'>): Promise<Logger> {
  if (env !== 'development') return pino({ level: logLevel }, pino.destination({ sync: false, ...TOGETHER }))
  // A development package: a production install does not have it.
  const { default: pretty } = await import('pino-pretty')
  return pino({ level: logLevel }, pretty({ sync: true, ignore: 'pid,hostname' }))
}
