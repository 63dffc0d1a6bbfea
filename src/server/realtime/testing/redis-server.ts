import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#server/testing/free-port.ts'

/** Whether Redis is installed (Debian package `redis-server`). */
export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).error === undefined

/** Starts Redis on loopback, without a file; resolves when it accepts connections. */
export async function startRedisServer(
  port?: number,
): Promise<{ port: number; url: string; close(): Promise<void> }> {
  const chosen = port ?? (await freePort('tcp'))
  const child = spawn('redis-server', [
    '--port',
    String(chosen),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  const exited = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    child.stdout.on(
      'data',
      (text: Buffer) => String(text).includes('Ready to accept connections') && resolve(),
    )
  })
  await Promise.race([ready, exited.then(() => Promise.reject(new Error('redis-server did not start')))])
  return {
    port: chosen,
    url: `redis://127.0.0.1:${chosen}`,
    async close() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
