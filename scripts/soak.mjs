// Runs the long form of tests that `npm test` runs in a short one: `npm run soak -- NAME`. Lists them without a name.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const DAY_MS = String(24 * 60 * 60 * 1000)
const VITEST = ['node_modules/.bin/vitest', 'run', '--project=server', `--testTimeout=${DAY_MS}`]

/** @type {Record<string, { what: string, times: number, command: (args: string[]) => string[] }>} */
const FORMS = {
  fuzz: {
    what: 'every test with random input, with 50 times the inputs',
    times: 50,
    command: () => [...VITEST, ...filesThatRepeat('fast-check')],
  },
  crash: {
    what: 'the app is killed in its first start and under writes, 20 times as often',
    times: 20,
    command: () => [...VITEST, 'src/server/startup/startup-kill.test.ts'],
  },
  stories: {
    what: "the stories whose path contains a word ('stories recovery'; without one all), 10 times each",
    times: 1,
    command: (args) => [
      ...['node_modules/.bin/playwright', 'test', '--project=media', '--project=pages', '--repeat-each=10'],
      ...args,
    ],
  },
}

const [name = '', ...args] = process.argv.slice(2)
const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
if (form) {
  const [file = '', ...rest] = form.command(args)
  const env = { ...process.env, SOAK: String(form.times) }
  process.exitCode = spawnSync(file, rest, { stdio: 'inherit', env }).status ?? 1
} else {
  for (const [each, { what }] of Object.entries(FORMS)) console.log(`${each.padEnd(8)} ${what}`)
  if (name) process.exitCode = 1
}

/** Test files that repeat something and use this package. */
function filesThatRepeat(packageName) {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => {
      const code = readFileSync(path, 'utf8')
      return code.includes(packageName) && code.includes("inject('soak')")
    })
}
