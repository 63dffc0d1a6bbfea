import { existsSync, readFileSync } from 'node:fs'
import { findOnPath } from './find-on-path.mjs'

/** In order of preference. The headless shell renders the same pages with a fifth less CPU time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
)

/**
 * Path of an installed Chromium: `CHROMIUM_PATH`, else the first one on the PATH or among the macOS apps, else `null`.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null}
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null
  return findOnPath(NAMES, env) ?? MAC_APPS.find((path) => existsSync(path)) ?? null
}

/**
 * What to do without a Chromium: the commands that install it on this machine, or advice to print.
 *
 * @param {{ env?: NodeJS.ProcessEnv, isRoot?: boolean, system?: string }} machine
 * @returns {{ commands: string[][] } | { advice: string }}
 */
export function chromiumRemedy({
  env = process.env,
  isRoot = process.getuid?.() === 0,
  system = readSystem(),
} = {}) {
  if (env.CHROMIUM_PATH)
    return { advice: `CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is not there: correct or unset it` }
  if (system !== 'debian')
    return { advice: 'install Chromium or Google Chrome, or set CHROMIUM_PATH to one that you have' }
  if (!isRoot)
    return {
      advice: 'not root, so nothing was installed. Run: sudo apt-get install -y chromium-headless-shell',
    }
  // The package lists may be missing or outdated. Pages have web fonts, so no font packages are needed.
  return {
    commands: [
      aptGet('update'),
      aptGet('install', '-y', '--no-install-recommends', 'chromium-headless-shell'),
    ],
  }
}

/** apt-get without prompts, which waits for the lock of another package manager. */
function aptGet(...args) {
  return ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args]
}

function readSystem() {
  if (!existsSync('/etc/os-release')) return process.platform
  return /^ID="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'linux'
}
