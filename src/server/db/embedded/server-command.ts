import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { WatchedProcess } from './watched-process.ts'

/** Only a part of the socket's name: the server listens on no network. */
export const SOCKET_PORT = 5432

export function serverCommand(options: {
  binaries: string
  data: string
  socketFolder: string
  settings: Record<string, string>
}): string[] {
  const settings = {
    listen_addresses: '',
    // Quoted, for the setting is a list with commas between.
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    max_connections: '60',
    log_line_prefix: '%p ',
    // Statements hold what members wrote: they do not belong in a log.
    log_min_error_statement: 'panic',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [join(options.binaries, 'bin', 'postgres'), '-D', options.data, ...flags]
}

/** `null` when the server takes connections, else what it said before it ended. */
export async function whenReady(server: WatchedProcess, log: Logger): Promise<string | null> {
  const lines = createInterface({ input: server.stderr })
  const said: string[] = []
  const silent = once(lines, 'close')
  const ready = new Promise<null>((resolve) => {
    lines.on('line', (line) => {
      log.debug({ postgres: line }, 'PostgreSQL says')
      if (line.includes('ready to accept connections')) resolve(null)
      if (/FATAL|PANIC|denied|not found/.test(line)) said.push(line.replace(/^.*?(FATAL|PANIC):\s*/, ''))
    })
  })
  const ended = server.exited.then(async (code) => {
    await silent
    return said.at(-1) ?? `exit code ${code}`
  })
  return Promise.race([ready, ended])
}
