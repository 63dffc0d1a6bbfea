import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** JSON lines on standard output; in development readable ones. */
export async function createLog({ env, logLevel }: Pick<Config, 'env' | 'logLevel'>): Promise<Logger> {
  if (env !== 'development') return pino({ level: logLevel })
  // A development package: a production install does not have it.
  const { default: pretty } = await import('pino-pretty')
  return pino({ level: logLevel }, pretty({ sync: true, ignore: 'pid,hostname' }))
}
