import type { Config } from '#server/config.ts'
import { codeOf, StartupError } from './startup-error.ts'

/** Returns what the operator has to change when the server cannot listen; other errors unchanged. */
export function listenError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} of ${host} is in use: stop what listens there, or set PORT to another.`,
      )
    case 'EACCES':
      return new StartupError(`Port ${port} is reserved for root: set PORT to 1024 or higher.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(
        `HOST=${host} is no address of this machine: set it to one, or to 0.0.0.0 for all of them.`,
      )
    default:
      return error
  }
}
