// What has to be there before anything else can run: packages and builds. Node's own modules only.
import { accessSync, constants, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { PARTS, isStale } from './build.mjs'
import { PrepareError } from './error.mjs'
import { packagesMatch } from './packages.mjs'
import { runToEnd } from './command.mjs'

/** Throws where the app cannot run at all. */
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

/** Brings packages and builds up to date; quick when they are. */
export async function prepare(root) {
  await installPackages(root)
  await buildStale(root)
}

/** Installs the packages when they are not those of package-lock.json. */
export async function installPackages(root) {
  if (packagesMatch(root)) return
  refuseReadOnly(root, 'its packages are not installed')
  refuseLink(root)
  console.log('Installing the packages. This takes a minute, and happens once.')
  // The web is built here, with packages that NODE_ENV=production would leave out.
  const command = ['npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, said } = await runToEnd(command, root)
  if (code !== 0) throw new PrepareError(`npm could not install the packages (${reasonOf(said)}): ${ADVICE}`)
}

/** Builds the parts whose sources changed since their last build. */
async function buildStale(root) {
  const stale = PARTS.filter((part) => isStale(root, part))
  if (stale.length === 0) return
  const names = stale.map(({ name }) => name)
  refuseReadOnly(root, `its ${names.join(' and ')} must be built`)
  console.log(`Building: ${names.join(', ')}.`)
  // In a process of its own: the memory that a build takes goes with it.
  const { code, said } = await runToEnd([process.execPath, 'scripts/build.mjs'], root)
  if (code !== 0) throw new PrepareError(`${said.trim()}\nThe build failed: see above.`)
}

const ADVICE = 'see that the network and the disk are well, then start again.'

function refuseReadOnly(root, because) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new PrepareError(
      `${root} cannot be written, and ${because}: run 'npm ci --include=dev && npm run build' as its owner first.`,
    )
  }
}

/** npm would empty the folder that the link points to, which others may be using. */
function refuseLink(root) {
  const folder = join(root, 'node_modules')
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new PrepareError(
      `${folder} is a link to packages that are not those of package-lock.json: install them there, or remove the link.`,
    )
  }
}

/** The one line of npm's many that says what went wrong. */
function reasonOf(said) {
  const lines = said.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
  const telling = lines.filter(
    (line) => line !== '' && !/^(code|errno|syscall|path|dest) |complete log/.test(line),
  )
  return telling[0] ?? 'it did not say why'
}
