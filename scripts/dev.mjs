// `npm run dev`: runs the server under a watcher that restarts it when its sources change, and Vite's development
// server in front of it. PORT is the port of the server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeMessageTypes } from './prepare/message-types.mjs'
import { checkMachine, installPackages } from './prepare/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

try {
  checkMachine(process)
  await installPackages(root)
  writeMessageTypes(root)
  await develop()
} catch (error) {
  console.error(error instanceof Error && error.name === 'PrepareError' ? error.message : error)
  process.exit(1)
}

async function develop() {
  process.env.NODE_ENV = 'development'
  process.env.PORT ||= '3000'
  const { createServer } = await import('vite')
  const site = await createServer({ server: { port: 5173, strictPort: false } })
  await site.listen()
  const url = site.resolvedUrls?.local[0] ?? 'http://localhost:5173/'
  process.env.PUBLIC_URL ||= url.replace(/\/$/, '').replace('127.0.0.1', 'localhost')
  const server = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', 'src/server/main.ts'], {
    stdio: 'inherit',
    // A separate process group, so that Ctrl-C signals it only once, below.
    detached: true,
  })
  console.log(
    `\nOpen ${process.env.PUBLIC_URL} (the server behind it listens on port ${process.env.PORT}).\n`,
  )
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => server.kill('SIGINT'))
  const [code] = await once(server, 'exit')
  await site.close()
  process.exit(code ?? 0)
}
