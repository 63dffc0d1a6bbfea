import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules matches package-lock.json on this machine. npm writes node_modules/.package-lock.json as its last
 * step, so an interrupted installation does not match.
 *
 * @param {string} root
 */
export function packagesMatch(root) {
  const locked = readLock(join(root, 'package-lock.json'))
  const installed = readLock(join(root, 'node_modules/.package-lock.json'))
  if (!locked || !installed) return false
  return (
    Object.entries(locked).every(([path, pack]) => path === '' || matchesLock(pack, installed[path])) &&
    Object.keys(installed).every((path) => path in locked)
  )
}

function matchesLock(locked, installed) {
  if (installed) return installed.version === locked.version && installed.integrity === locked.integrity
  return locked.optional === true && !isForThisPlatform(locked)
}

/**
 * Whether an optional package is specific to this platform. Then it must be installed, because node_modules may be a
 * copy from another machine. Optional packages without `os` and `cpu` are dependencies of packages that have them.
 */
function isForThisPlatform({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, LIBC)
}

/** npm's rule for `os`, `cpu` and `libc`: a list of allowed names, or of excluded names that start with `!`. */
function allows(names, current) {
  if (names === undefined) return true
  return (
    names.includes(current) || (names.every((name) => name.startsWith('!')) && !names.includes(`!${current}`))
  )
}

const LIBC = process.platform === 'linux' && isMusl() ? 'musl' : 'glibc'

/** Checks for musl's loader, because `process.report` is much slower. */
function isMusl() {
  return readdirSync('/lib').some((name) => name.startsWith('ld-musl-'))
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    // Missing or damaged.
    return null
  }
}
