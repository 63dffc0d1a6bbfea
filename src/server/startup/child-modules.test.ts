import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = new URL('../../..', import.meta.url)

// `npm run demo` imports the sources so: tsx then adds a query to the URLs of the modules.
const SCRIPT = `
  import { tsImport } from 'tsx/esm/api'
  const { childModule } = await tsImport('./src/server/startup/child-modules.ts', import.meta.url)
  console.log(childModule('image-worker').entry.pathname)
`

test('a server that tsx imports from its sources runs the sources of its child processes', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', SCRIPT], { cwd: root })
  expect(stdout.trim()).toMatch(/src\/server\/images\/image-worker\.ts$/)
})
