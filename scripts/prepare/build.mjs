import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A part of the build: what it is made of, and the file that shows it was made.
 *
 * @typedef {{ name: string, sources: string[], output: string }} Part
 */

const EVERY = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'src/shared', 'scripts/build.mjs']

/** @type {Part[]} */
export const PARTS = [
  { name: 'server', sources: [...EVERY, 'src/server', 'src/media'], output: 'dist/server/main.js' },
  {
    name: 'web',
    sources: [
      ...EVERY,
      'src/web',
      'vite.config.ts',
      'scripts/icu.ts',
      'scripts/precompress.ts',
      'scripts/texts.ts',
      'scripts/module-graph.ts',
    ],
    output: 'dist/web/index.html',
  },
]

/** Whether the part's sources are not those that it was last built from, or its output is gone. */
export function isStale(root, part) {
  return !existsSync(join(root, part.output)) || readStamp(root, part) !== hashSources(root, part)
}

/** Runs the build of a part. The stamp is written last: a build that was cut off is done again. */
export async function buildPart(root, part, build) {
  // Before the build: what changes meanwhile is for the next.
  const hash = hashSources(root, part)
  rmSync(stampOf(root, part), { force: true })
  await build()
  mkdirSync(dirname(stampOf(root, part)), { recursive: true })
  writeFileSync(stampOf(root, part), `${hash}\n`)
}

function readStamp(root, part) {
  const file = stampOf(root, part)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

function stampOf(root, part) {
  return join(root, 'dist', `${part.name}.stamp`)
}

function hashSources(root, part) {
  const hash = createHash('sha256')
  for (const path of part.sources.flatMap((source) => filesOf(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Paths from the root, in an order that does not depend on the machine; tests are not built. */
function filesOf(root, path) {
  const entries = foldersEntries(join(root, path))
  if (entries === null) return [path]
  return entries
    .map((entry) => entry.name)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesOf(root, `${path}/${name}`))
}

/** `null` for a file. */
function foldersEntries(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
