// Runs tests with more repetitions than `npm test`: `npm run soak -- NAME`. Without a name it lists them.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { soakTests } from './test/soak-tests.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const DAY_MS = String(24 * 60 * 60 * 1000)
const VITEST = ['node_modules/.bin/vitest', 'run', '--project=server', `--testTimeout=${DAY_MS}`]

/** @type {Record<string, { description: string, times: number, command: (args: string[]) => string[] }>} */
const SOAK_TESTS = {
  fuzz: {
    description:
      "every test with random input ('fuzz transcoding': of these paths), with 50 times as many inputs",
    times: 50,
    command: (words) => [
      ...VITEST,
      ...filesThatRepeat('fast-check').filter((file) => words.every((word) => file.includes(word))),
    ],
  },
  crash: {
    description: 'kills the app in its first start and under load, 100 times as often',
    times: 100,
    command: () => [...VITEST, 'src/server/startup/startup-kill.test.ts'],
  },
  stories: {
    description:
      "the stories whose path contains a word ('stories recovery'; without a word all), 10 times each",
    times: 1,
    command: (args) => [
      ...['node_modules/.bin/playwright', 'test', '--project=*media', '--project=pages', '--repeat-each=10'],
      ...args,
    ],
  },
}

const [name = '', ...args] = process.argv.slice(2)
if (name === 'tests') process.exit(await soakTests(args))
const soakTest = Object.hasOwn(SOAK_TESTS, name) ? SOAK_TESTS[name] : undefined
if (soakTest) {
  const [file = '', ...rest] = soakTest.command(args)
  const env = { ...process.env, SOAK: String(soakTest.times) }
  process.exitCode = spawnSync(file, rest, { stdio: 'inherit', env }).status ?? 1
} else {
  console.log(
    'tests    all tests, or those named, five times (--runs=5) beside two busy loops; lists the flaky ones',
  )
  for (const [each, { description }] of Object.entries(SOAK_TESTS))
    console.log(`${each.padEnd(8)} ${description}`)
  if (name) process.exitCode = 1
}

/** Test files that use this package and repeat by the `soak` factor. */
function filesThatRepeat(packageName) {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => {
      const code = readFileSync(path, 'utf8')
      return code.includes(packageName) && code.includes("inject('soak')")
    })
}
