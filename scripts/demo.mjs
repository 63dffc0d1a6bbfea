// `npm run demo`: runs the site with an invented community, in a separate data folder. It never touches the data of a
// real site: DATA_DIR is overridden, and DATABASE_URL is refused.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

demo().catch((error) => {
  console.error(error instanceof Error && error.name.endsWith('Error') ? error.message : error)
  process.exit(1)
})

async function demo() {
  const { checkMachine, prepare } = await import('./prepare/prepare.mjs')
  checkMachine(process)
  process.chdir(root)
  if (process.env.DATABASE_URL) {
    throw new Error('npm run demo keeps its sample members in a database of its own: unset DATABASE_URL.')
  }
  const folder = join(root, 'data-demo')
  process.env.DATA_DIR = folder
  await prepare(root)
  if (!existsSync(join(folder, 'sample-world'))) {
    console.log('Making the sample world. This takes about half a minute, once.')
    const { tsImport } = await import('tsx/esm/api')
    const { makeSampleWorld } = await tsImport('./demo/make.ts', import.meta.url)
    await makeSampleWorld(folder)
  }
  const { OPERATOR, SIGN_IN } = await import('./demo/sign-in.mjs')
  console.log(
    `Sample data: everybody here is invented. Sign in as ${SIGN_IN.email}, password '${SIGN_IN.password}'. The same password opens the admin side (/admin) as ${OPERATOR.email}.`,
  )
  await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
}
