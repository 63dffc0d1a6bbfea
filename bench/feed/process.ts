import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Answer, Commands } from './commands.ts'

/** The commands as this process calls them. */
export type Server = {
  [K in keyof Commands]: (...parameters: Parameters<Commands[K]>) => Promise<Awaited<ReturnType<Commands[K]>>>
}

/** Starts the process that is measured; its log goes nowhere, as a service's goes to its supervisor. */
export async function startProcess(): Promise<Server> {
  const child = fork(await bundleServer(), {
    execArgv: [],
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
      settle({ id, ...(code !== 0 && { error: `the server ended: ${code}` }) })
  })
  const call =
    (name: keyof Commands) =>
    (...parameters: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, ({ value, error }) =>
          error === undefined ? resolve(value) : reject(new Error(error)),
        )
        child.send({ id, name, parameters })
      })
  const remote = {
    start: call('start'),
    cpu: call('cpu'),
    statements: call('statements'),
    keep: call('keep'),
  }
  // Boundary: each is answered by the command of that name.
  return { ...remote, stop: call('stop') } as Server
}

/** As the app ships: what a runner adds to each function while one develops is not to be measured. */
async function bundleServer(): Promise<string> {
  const outfile = fileURLToPath(new URL('../../dist/bench/server.js', import.meta.url))
  await build({
    entryPoints: [fileURLToPath(new URL('./server.ts', import.meta.url))],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
  })
  return outfile
}
