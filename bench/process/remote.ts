import { fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Answer } from './commands.ts'

type Command = (...parameters: never[]) => unknown

/** The commands of another process as this one calls them. */
export type Remote<C> = {
  [K in keyof C]: C[K] extends Command
    ? (...parameters: Parameters<C[K]>) => Promise<Awaited<ReturnType<C[K]>>>
    : never
}

/**
 * Starts a process of its own from a file that calls `answerCommands`, so that its CPU and memory can be told from
 * others'. Its log goes nowhere, as a service's goes to its supervisor.
 */
export async function startRemote<C>(entry: URL, execArgv: string[] = []): Promise<Remote<C>> {
  const child = fork(await bundle(entry), {
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  child.once('exit', (code) => {
    for (const [id, settle] of waiting)
      settle({ id, ...(code !== 0 && { error: `${entry.pathname} ended: ${code}` }) })
  })
  const call =
    (name: string) =>
    (...parameters: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, ({ value, error }) =>
          error === undefined ? resolve(value) : reject(new Error(error)),
        )
        child.send({ id, name, parameters })
      })
  // A promise of a remote is not one itself.
  const get = (_: object, name: string) => (name === 'then' ? undefined : call(name))
  // Boundary: each is answered by the command of that name.
  return new Proxy({}, { get }) as Remote<C>
}

/** As the app ships: what a runner adds to each function while one develops is not to be measured. */
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
  return outfile
}
