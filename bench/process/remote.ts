import { fork } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { CommandResult } from './commands.ts'

type Command = (...parameters: never[]) => unknown

/** The commands of a child process as its parent calls them. */
export type Remote<C> = {
  [K in keyof C]: C[K] extends Command
    ? (...parameters: Parameters<C[K]>) => Promise<Awaited<ReturnType<C[K]>>>
    : never
}

/**
 * Starts a child process from a file that calls `handleCommands`, so that its CPU and memory are measured separately.
 * Discards its stdout, where the app logs.
 */
export async function startRemote<C>(entry: URL, execArgv: string[] = []): Promise<Remote<C>> {
  const child = fork(await bundle(entry), {
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const pendingById = new Map<number, { name: string; complete: (result: CommandResult) => void }>()
  let lastId = 0
  child.on('message', (result: CommandResult) => {
    pendingById.get(result.id)?.complete(result)
    pendingById.delete(result.id)
  })
  child.once('exit', (code) => {
    // Only `stop` may end the process instead of returning a result.
    for (const [id, { name, complete }] of pendingById)
      complete({
        id,
        ...((code !== 0 || name !== 'stop') && { error: `${entry.pathname} exited with ${code} in ${name}` }),
      })
  })
  const call =
    (name: string) =>
    (...parameters: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        const complete = ({ value, error }: CommandResult) =>
          error === undefined ? resolve(value) : reject(new Error(error))
        pendingById.set(id, { name, complete })
        // With a callback, a failure is not emitted as an error of the process.
        child.send({ id, name, parameters }, (error) => error && reject(error))
      })
  // Without `then`, a promise can resolve with the proxy.
  const get = (_: object, name: string) => (name === 'then' ? undefined : call(name))
  // Boundary: the child process runs the command of that name.
  return new Proxy({}, { get }) as Remote<C>
}

/** What the app reads next to its bundle when somebody registers. */
const COMMON_PASSWORDS = new URL(
  '../../src/server/features/accounts/auth/common-passwords.txt',
  import.meta.url,
)

/** Bundles the file as in production: the helpers that a development runner adds to functions would be measured too. */
async function bundle(entry: URL): Promise<string> {
  const file = fileURLToPath(entry)
  const name = path.relative(fileURLToPath(new URL('..', import.meta.url)), file).replace(/\.ts$/, '.js')
  const outfile = fileURLToPath(new URL(`../../dist/bench/${name}`, import.meta.url))
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
  })
  await copyFile(
    fileURLToPath(COMMON_PASSWORDS),
    path.join(path.dirname(outfile), path.basename(COMMON_PASSWORDS.pathname)),
  )
  return outfile
}
