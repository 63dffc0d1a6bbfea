// Installs packages and builds parts before anything else runs. Imports only Node's built-in modules.
import { accessSync, constants, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { PARTS, isStale } from './build.mjs'
import { PrepareError } from './error.mjs'
import { packagesMatch } from './packages.mjs'
import { runToEnd } from './command.mjs'

/** Throws a PrepareError when the Node version or platform is not supported. */
export function checkMachine({ versions, platform }) {
  const [major, minor] = versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new PrepareError(
      `Creative Wave needs Node 20.19 or newer, and this is ${versions.node}: install a newer one.`,
    )
  }
  if (platform === 'win32') {
    throw new PrepareError('Creative Wave runs on Linux and macOS: on Windows start it in WSL.')
  }
}

/** Installs packages and builds stale parts; fast when everything is up to date. */
export async function prepare(root) {
  await installPackages(root)
  await buildStale(root)
}

/** Installs the packages when they do not match package-lock.json. */
export async function installPackages(root) {
  if (packagesMatch(root)) return
  requireWritable(root, 'its packages are not installed')
  requireNoLink(root)
  console.log('Installing the packages. This takes a minute, and happens once.')
  // The build needs development packages, which NODE_ENV=production would leave out.
  const command = ['npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runToEnd(command, root)
  if (code !== 0)
    throw new PrepareError(`npm could not install the packages (${reasonOf(output)}): ${ADVICE}`)
}

/** Builds the parts whose sources have changed since their last build. */
async function buildStale(root) {
  const stale = PARTS.filter((part) => isStale(root, part))
  if (stale.length === 0) return
  const names = stale.map(({ name }) => name)
  requireWritable(root, `its ${names.join(' and ')} must be built`)
  console.log(`Building: ${names.join(', ')}.`)
  // In a separate process, so that the memory of the build is freed.
  const { code, output } = await runToEnd([process.execPath, 'scripts/build.mjs'], root)
  if (code !== 0) throw new PrepareError(`${output.trim()}\nThe build failed: see above.`)
}

const ADVICE = 'check the network and the disk, then start again.'

function requireWritable(root, because) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new PrepareError(
      `${root} cannot be written, and ${because}: run 'npm ci --include=dev && npm run build' as its owner first.`,
    )
  }
}

/** Refuses a symbolic link: npm would empty its target, which other checkouts may use. */
function requireNoLink(root) {
  const folder = join(root, 'node_modules')
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new PrepareError(
      `${folder} is a link to packages that are not those of package-lock.json: install them there, or remove the link.`,
    )
  }
}

/** The line of npm's output that contains the reason. */
function reasonOf(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
  const candidates = lines.filter(
    (line) => line !== '' && !/^(code|errno|syscall|path|dest) |complete log/.test(line),
  )
  return candidates[0] ?? 'npm gave no reason'
}
