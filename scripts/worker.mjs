// `npm run worker`: runs the jobs of a running app in a process of their own; start the app with JOBS=off then.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkMachine, prepare } from './prepare/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

try {
  checkMachine(process)
  process.chdir(root)
  await prepare(root)
} catch (error) {
  console.error(error instanceof Error && error.name === 'PrepareError' ? error.message : error)
  process.exit(1)
}
await import(pathToFileURL(join(root, 'dist/server/worker.js')).href)
