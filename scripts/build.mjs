// `npm run build`: builds what is stale into dist/. Needs the packages.
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build as buildSite } from 'vite'
import { PARTS, buildPart, isStale } from './prepare/build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** How each part is built, by its name. */
const BUILDS = { server: buildServer, web: buildWeb }

process.chdir(root)
try {
  await buildStale()
} catch (error) {
  // The bundlers' messages hold file, line and cause; our own stack adds nothing.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function buildStale() {
  for (const part of PARTS.filter((candidate) => isStale(root, candidate))) {
    const start = performance.now()
    await buildPart(root, part, BUILDS[part.name])
    console.log(`Built ${part.name} in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  }
}

/** The server, its decoder of pictures, the live engine and the assembler of recordings: our code in one file each, packages left outside. */
async function buildServer() {
  await bundle({
    entryPoints: {
      'server/main': './src/server/main.ts',
      'server/image-worker': './src/server/images/image-worker.ts',
      'media/main': './src/media/process/main.ts',
      'media/assembler': './src/media/process/assembler.ts',
    },
    outdir: join(root, 'dist'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'silent',
  })
  await cp(join(root, 'src/server/locales'), join(root, 'dist/server/locales'), { recursive: true })
}

async function buildWeb() {
  // Whatever NODE_ENV says, visitors get the production build.
  process.env.NODE_ENV = 'production'
  // The runner writes no copy of the configuration into node_modules, which may be another user's.
  await buildSite({ mode: 'production', logLevel: 'warn', configLoader: 'runner' })
}
