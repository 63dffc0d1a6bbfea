import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const SOURCES = fileURLToPath(new URL('../../..', import.meta.url))
/** The processes that tests start over and over. From their sources each start costs four times as much. */
const ENTRIES = ['media/process/main.ts', 'server/live-engine/testing/peer-process.ts']
/** Names the folder of the bundles in the environment of a test run. */
const FOLDER_VARIABLE = 'TEST_PROCESSES'

/** Bundles the processes for the test run that this process starts; the returned function removes the bundles. */
export async function bundleProcesses(): Promise<() => Promise<void>> {
  // Inside of the project, where the packages are found.
  const folder = join(SOURCES, '..', '.cache', `test-processes-${process.pid}`)
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: ENTRIES.map((entry) => join(SOURCES, entry)),
    outbase: SOURCES,
    outdir: folder,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'inline',
    logLevel: 'silent',
  })
  process.env[FOLDER_VARIABLE] = folder
  return async () => {
    delete process.env[FOLDER_VARIABLE]
    await rm(folder, { recursive: true, force: true })
  }
}

/** How a process is started: from the run's bundle where there is one (not in benchmarks), else from its source. */
export function startable(source: URL): { entry: URL; execArgv: string[] } {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder !== undefined) {
    const bundle = join(folder, relative(SOURCES, fileURLToPath(source)).replace(/\.ts$/, '.js'))
    if (existsSync(bundle)) return { entry: pathToFileURL(bundle), execArgv: ['--enable-source-maps'] }
  }
  return { entry: source, execArgv: ['--import', 'tsx'] }
}
