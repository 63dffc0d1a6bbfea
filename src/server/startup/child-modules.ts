/** The module that a child process runs, and the options of Node for it. */
export type ChildModule = { entry: URL; execArgv: string[] }

/** The bundles relative to the server's bundle (`scripts/build.mjs`), and the sources relative to this file. */
const MODULES = {
  engine: { bundle: '../media/main.js', source: '../../media/process/main.ts' },
  assembler: { bundle: '../media/assembler.js', source: '../../media/process/assembler.ts' },
  transcoder: { bundle: '../transcode/main.js', source: '../../transcode/process/main.ts' },
  'image-worker': { bundle: './image-worker.js', source: '../images/image-worker.ts' },
}

/** The server's bundle whose neighbours are run: in dist/ this module itself, in src/ none. */
let serverBundle = new URL(import.meta.url).pathname.endsWith('.ts') ? null : import.meta.url

/** Returns the bundle of a child process, or its source in development. */
export function childModule(name: keyof typeof MODULES): ChildModule {
  const { bundle, source } = MODULES[name]
  if (serverBundle !== null) return { entry: new URL(bundle, serverBundle), execArgv: [] }
  return { entry: new URL(source, import.meta.url), execArgv: ['--import', 'tsx'] }
}

/** Makes tests run bundles of a folder like dist/: each start from sources costs four times as much. */
export function useBundles(folder: URL): void {
  serverBundle = new URL('server/main.js', folder).href
}
