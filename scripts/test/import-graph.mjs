import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

const FOLDERS = ['src', 'scripts', 'e2e', 'bench']
/** Addresses in imports, and in `new URL('./file.ts', import.meta.url)` by which processes are started. */
const ADDRESS = /(?:\bfrom|\bimport|\bURL)\s*\(?\s*'([^'\n]+)'/g
/** What is erased before it runs. */
const TYPES_ONLY = /^import type [^;]*?'[^'\n]+'$/gms
const ALIAS = /^#(shared|server|media|web)\//

/**
 * Which files of the project each file imports, by paths from its root. Types are left out: they change nothing that
 * runs.
 *
 * @param {string} root
 * @returns {Map<string, string[]>}
 */
export function importGraph(root) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesIn(root, folder))
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
  return new Map(files.map((path) => [path, importsOf(root, path)]))
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    posix.join(folder, path.replaceAll('\\', '/')),
  )
}

function importsOf(root, path) {
  const code = readFileSync(join(root, path), 'utf8').replaceAll(TYPES_ONLY, '')
  return [...code.matchAll(ADDRESS)].flatMap(([, address]) => {
    const target = ALIAS.test(address)
      ? `src/${address.slice(1)}`
      : address.startsWith('.')
        ? posix.join(posix.dirname(path), address)
        : null
    return target === null ? [] : [target.replace(/\?.*$/, '')]
  })
}

/**
 * What these files import, and what that imports, themselves included. `stopAt` names files whose imports are not
 * followed.
 *
 * @param {Map<string, string[]>} graph
 * @param {string[]} starts
 * @param {ReadonlySet<string>} stopAt
 * @returns {Set<string>}
 */
export function reachOf(graph, starts, stopAt = new Set()) {
  const reached = new Set(starts)
  // A set can grow while it is walked.
  for (const path of reached)
    if (!stopAt.has(path)) for (const next of graph.get(path) ?? []) reached.add(next)
  return reached
}
