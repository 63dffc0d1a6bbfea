import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { WatchedProcess } from './watched-process.ts'

/** Only a part of the Unix socket's file name: the server does not listen on TCP. */
export const SOCKET_PORT = 5432

export function serverCommand(options: {
  binaries: string
  data: string
  socketFolder: string
  settings: Record<string, string>
}): string[] {
  const settings = {
    listen_addresses: '',
    // Quoted because the setting is a comma-separated list.
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    max_connections: '100',
    log_line_prefix: '%p ',
    // Statements contain private texts of users, which do not belong in a log.
    log_min_error_statement: 'panic',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [join(options.binaries, 'bin', 'postgres'), '-D', options.data, ...flags]
}

/** Resolves with `null` when the server accepts connections, or with its last error message when it has exited. */
export async function waitUntilReady(server: WatchedProcess, log: Logger): Promise<string | null> {
  const lines = createInterface({ input: server.stderr })
  const errors: string[] = []
  const outputEnd = once(lines, 'close')
  const ready = new Promise<null>((resolve) => {
    lines.on('line', (line) => {
      log.debug({ postgres: line }, 'PostgreSQL log line')
      if (line.includes('ready to accept connections')) resolve(null)
      if (/FATAL|PANIC|denied|not found/.test(line)) errors.push(line.replace(/^.*?(FATAL|PANIC):\s*/, ''))
    })
  })
  const ended = server.exited.then(async (code) => {
    await outputEnd
    return errors.at(-1) ?? `exit code ${code}`
  })
  return Promise.race([ready, ended])
}
