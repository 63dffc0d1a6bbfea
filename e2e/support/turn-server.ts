import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/server/testing/free-port.ts'

/** A running coturn process. */
export type TurnServer = {
  url: string
  secret: string
  /** Its output so far. */
  log(): string
  close(): Promise<void>
}

/** Whether coturn is installed (Debian package `coturn`). */
export const hasTurnServer = (): boolean => spawnSync('turnserver', ['--version']).error === undefined

/** Starts coturn on loopback with a shared secret; resolves when it listens. */
export async function startTurnServer(): Promise<TurnServer> {
  const [port, folder] = [await freePort('udp'), await mkdtemp(join(tmpdir(), 'turn-'))]
  const secret = 'a secret that only tests use'
  const child = spawn('turnserver', [
    '-n',
    '--verbose',
    '--log-file=stdout',
    '--simple-log',
    '--use-auth-secret',
    `--static-auth-secret=${secret}`,
    '--realm=localhost',
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    `--listening-port=${port}`,
    '--allow-loopback-peers',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    `--pidfile=${join(folder, 'pid')}`,
    `--userdb=${join(folder, 'users')}`,
  ])
  let log = ''
  const exited = once(child, 'exit')
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text: Buffer) => (log += String(text)))
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (/UDP listener opened|listener opened on/.test(log)) resolve()
    })
  })
  await Promise.race([
    listening,
    exited.then(() => Promise.reject(new Error(`coturn did not start:\n${log}`))),
  ])
  return {
    url: `turn:127.0.0.1:${port}`,
    secret,
    log: () => log,
    async close() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
