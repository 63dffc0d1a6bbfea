// `npm start`: installs missing packages and builds stale parts, then runs the server in this process. Only Node's
// built-in modules can be imported until the packages are installed.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

start().catch((error) => {
  console.error(error instanceof Error && error.name === 'PrepareError' ? error.message : error)
  process.exit(1)
})

async function start() {
  const { checkMachine, prepare } = await import('./prepare/prepare.mjs')
  checkMachine(process)
  process.chdir(root)
  await prepare(root)
  await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
}
