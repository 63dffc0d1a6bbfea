import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules holds what package-lock.json names, for this machine. npm writes down what it
 * installed as its last step, so an installation that was cut off does not match.
 *
 * @param {string} root
 */
export function packagesMatch(root) {
  const wanted = readLock(join(root, 'package-lock.json'))
  const installed = readLock(join(root, 'node_modules/.package-lock.json'))
  if (!wanted || !installed) return false
  return (
    Object.entries(wanted).every(([path, pack]) => path === '' || isAsWanted(pack, installed[path])) &&
    Object.keys(installed).every((path) => path in wanted)
  )
}

function isAsWanted(wanted, installed) {
  if (installed) return installed.version === wanted.version && installed.integrity === wanted.integrity
  return wanted.optional === true && !fitsMachine(wanted)
}

/**
 * Whether an optional package was made for this machine in particular: then it must be there, for the
 * checkout may have come from another one. Those without `os` and `cpu` belong to one that has them.
 */
function fitsMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, LIBC)
}

/** npm's rule for `os`, `cpu` and `libc`: names that fit, or names with a `!` that do not. */
function allows(names, own) {
  if (names === undefined) return true
  return names.includes(own) || (names.every((name) => name.startsWith('!')) && !names.includes(`!${own}`))
}

const LIBC = process.platform === 'linux' && isMusl() ? 'musl' : 'glibc'

/** Only the loader's file tells; asking Node for its report takes much longer. */
function isMusl() {
  return readdirSync('/lib').some((name) => name.startsWith('ld-musl-'))
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    // Missing or damaged: nothing to rely on.
    return null
  }
}
