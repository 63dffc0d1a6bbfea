import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

const FOLDERS = ['src', 'scripts', 'e2e', 'bench']
/** Specifiers in imports and in `new URL('./file.ts', import.meta.url)`, which starts processes. */
const SPECIFIER = /(?:\bfrom|\bimport|\bURL)\s*\(?\s*'([^'\n]+)'/g
/** Type imports, which are erased at run time. */
const TYPES_ONLY = /^import type [^;]*?'[^'\n]+'$/gms
const ALIAS = /^#(shared|server|media|transcode|web)\//

/**
 * The project files that each file imports, as paths relative to the root. Type imports are left out: they have no
 * effect at run time.
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
  return [...code.matchAll(SPECIFIER)].flatMap(([, specifier]) => {
    const target = ALIAS.test(specifier)
      ? `src/${specifier.slice(1)}`
      : specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier)
        : null
    return target === null ? [] : [target.replace(/\?.*$/, '')]
  })
}

/**
 * These files and their transitive imports. The imports of files in `stopAt` are not followed.
 *
 * @param {Map<string, string[]>} graph
 * @param {string[]} starts
 * @param {ReadonlySet<string>} stopAt
 * @returns {Set<string>}
 */
export function reachableFrom(graph, starts, stopAt = new Set()) {
  const reached = new Set(starts)
  // Iterating over a set includes the elements added meanwhile.
  for (const path of reached)
    if (!stopAt.has(path)) for (const next of graph.get(path) ?? []) reached.add(next)
  return reached
}
