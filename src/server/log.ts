import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { describeError } from './db/describe-error.ts'

/**
 * Lines are buffered up to `minLength` bytes or `periodicFlush` ms, and flushed at exit. If nobody reads the output,
 * `maxLength` bytes are buffered, and further lines are dropped.
 */
const BUFFERING = { minLength: 4096, periodicFlush: 500, maxLength: 16 * 1024 * 1024 }

/** Creates a logger that writes JSON lines to standard output; in development human-readable ones. */
export async function createLog({ env, logLevel }: Pick<Config, 'env' | 'logLevel'>): Promise<Logger> {
  const options = { level: logLevel, serializers: { err: describeError } }
  if (env !== 'development') return pino(options, pino.destination({ sync: false, ...BUFFERING }))
  // A development dependency: a production install does not have it.
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ sync: true, ignore: 'pid,hostname' }))
}
