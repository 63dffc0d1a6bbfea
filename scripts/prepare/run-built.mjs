// Only Node's built-in modules can be imported until the packages are installed.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkMachine, prepare } from './prepare.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Installs missing packages, builds stale parts, and runs a built file of the server in this process.
 *
 * @param {string} file relative to `dist/server`
 */
export async function runBuilt(file) {
  try {
    checkMachine(process)
    process.chdir(root)
    await prepare(root)
  } catch (error) {
    console.error(error instanceof Error && error.name === 'PrepareError' ? error.message : error)
    process.exit(1)
  }
  await import(pathToFileURL(join(root, 'dist/server', file)).href)
}
