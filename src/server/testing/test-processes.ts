import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { type ChildModule, useBundles } from '#server/startup/child-modules.ts'

/** The processes that only tests and benchmarks start. */
const TEST_PROCESSES = {
  'peer-process': new URL('../live-engine/testing/peer-process.ts', import.meta.url),
  'app-process': new URL('../live-engine/testing/app-process.ts', import.meta.url),
  'blocking-engine': new URL('../../media/testing/blocking-engine.ts', import.meta.url),
}

/** The sources of all bundles; those of the product are named as by `scripts/build.mjs`. */
const SOURCES = {
  'server/image-worker': new URL('../images/image-worker.ts', import.meta.url),
  'server/peer-process': TEST_PROCESSES['peer-process'],
  'server/app-process': TEST_PROCESSES['app-process'],
  'server/blocking-engine': TEST_PROCESSES['blocking-engine'],
  'media/main': new URL('../../media/process/main.ts', import.meta.url),
  'media/assembler': new URL('../../media/process/assembler.ts', import.meta.url),
  'transcode/main': new URL('../../transcode/process/main.ts', import.meta.url),
  'transcode/media-tool': new URL('../../transcode/testing/media-tool.ts', import.meta.url),
  'media/engine-probe': new URL('../../media/testing/engine-probe.ts', import.meta.url),
}

let testBundles: URL | null = null

/** Bundles all processes that tests start, for one test run; `remove` deletes the bundles. */
export async function bundleProcesses(): Promise<{ folder: string; remove(): Promise<void> }> {
  // Inside of the project, where the packages are found.
  const folder = fileURLToPath(new URL(`../../../.cache/test-processes-${process.pid}`, import.meta.url))
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: Object.fromEntries(
      Object.entries(SOURCES).map(([name, source]) => [name, fileURLToPath(source)]),
    ),
    outdir: folder,
    bundle: true,
    // As in `scripts/build.mjs`.
    external: ['node-datachannel', 'sharp'],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'silent',
  })
  const remove = () => rm(folder, { recursive: true, force: true })
  return { folder: `${pathToFileURL(folder).href}/`, remove }
}

/** Makes this process start the processes from bundles: a start from sources costs four times as much. */
export function useBundledProcesses(folder: string): void {
  testBundles = new URL(folder)
  useBundles(testBundles)
}

/** Returns how a process for tests is started: from its bundle, or in benchmarks from its source. */
export function testProcess(name: keyof typeof TEST_PROCESSES): ChildModule {
  if (testBundles) return { entry: new URL(`server/${name}.js`, testBundles), execArgv: [] }
  return { entry: TEST_PROCESSES[name], execArgv: ['--import', 'tsx'] }
}
