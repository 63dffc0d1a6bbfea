import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A part of the build. `output` is the file whose absence marks the part as stale.
 *
 * @typedef {{ name: string, sources: string[], output: string }} Part
 */

const COMMON_SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'src/shared',
  'scripts/build.mjs',
]

/** @type {Part[]} */
export const PARTS = [
  {
    name: 'server',
    sources: [...COMMON_SOURCES, 'src/server', 'src/media', 'src/transcode'],
    output: 'dist/server/main.js',
  },
  {
    name: 'web',
    sources: [
      ...COMMON_SOURCES,
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

/** Whether the sources of a part have changed since its last build, or its output is missing. */
export function isStale(root, part) {
  return !existsSync(join(root, part.output)) || readStamp(root, part) !== hashSources(root, part)
}

/** Builds a part. The stamp is written last, so that an interrupted build is repeated. */
export async function buildPart(root, part, build) {
  // Hashed before the build, so that changes during it make the part stale.
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

/** Paths relative to the root in a deterministic order, without tests and declarations, which no build reads. */
function filesOf(root, path) {
  const entries = readFolder(join(root, path))
  if (entries === null) return [path]
  return entries
    .map((entry) => entry.name)
    .sort()
    .filter((name) => !/\.(test\.tsx?|d\.ts)$/.test(name))
    .flatMap((name) => filesOf(root, `${path}/${name}`))
}

/** Entries of a folder; `null` for a file. */
function readFolder(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
