import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withPlanted } from '../checks/planted-violation.ts'
import { failedStories, failedUnitTests } from './failed-tests.mjs'
import { rerunStory } from './rerun.mjs'
import { runPlanted } from './run-planted.ts'
import { countTests } from './test-counts.mjs'

const PASSING = "import { test } from 'vitest'\ntest('passes', () => {})"
/** Its own cache: vitest orders files by what it knows of earlier runs. */
const VITEST_CONFIG =
  'export default { cacheDir: "cache", test: { pool: "forks", isolate: false, maxWorkers: 1 } }'

/** What the reporter of vitest writes for these files. */
async function unitFailures(files: Record<string, string>, ...options: string[]) {
  return withPlanted({ 'vitest.config.mjs': VITEST_CONFIG, ...files }, async (folder) => {
    mkdirSync(join(folder, 'test-results'))
    const reporter = join(process.cwd(), 'scripts/test/failure-reporter.ts')
    await runPlanted(folder, ['node_modules/.bin/vitest', 'run', `--reporter=${reporter}`, ...options])
    return failedUnitTests(join(folder, 'test-results/unit-failures.json'))
  })
}

test('when a worker process of vitest crashes, all files that it has not finished have failed', async () => {
  const failures = await unitFailures({
    'a.test.mjs': PASSING,
    // Larger files start earlier.
    'b.test.mjs': `import { test } from 'vitest'
      test('crashes', () => process.kill(process.pid, 'SIGKILL'))
      // ${'x'.repeat(1000)}`,
    'c.test.mjs': PASSING,
  })
  const message = 'did not finish: Worker exited unexpectedly'
  expect(failures).toHaveLength(3)
  for (const file of ['a.test.mjs', 'b.test.mjs', 'c.test.mjs'])
    expect(failures).toContainEqual({ file, titles: null, message })
})

test('the files of another shard have not failed', async () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.mjs`)
  const files = Object.fromEntries(
    names.map((name) => [name, `${PASSING}\ntest('fails', () => { throw 1 })`]),
  )
  const failures = await Promise.all(['1/2', '2/2'].map((shard) => unitFailures(files, `--shard=${shard}`)))
  expect(failures.map((ofShard) => ofShard?.length)).toEqual([2, 2])
  expect(failures.flatMap((ofShard) => ofShard?.map(({ file }) => file)).toSorted()).toEqual(names)
})

test('a failure has a message, whatever was thrown', async () => {
  const failures = await unitFailures({
    'rejects.test.mjs': `import { test } from 'vitest'
      test('passes', () => { void Promise.reject(undefined); return new Promise((end) => setTimeout(end, 50)) })`,
  })
  expect(failures).toEqual([{ file: null, titles: null, message: 'failed' }])
})

const PLAYWRIGHT_CONFIG = `export default { testDir: 'e2e', projects: [{ name: 'pages' }],
  reporter: [['json', { outputFile: 'test-results/browser.json' }]] }`
const STORIES = "import { expect, test } from '@playwright/test'\n"
const FAILS = "() => expect(process.env.IS_SECOND_PASS).toBe('yes')"

test('a story that did not run after a failed hook runs again with its file', async () => {
  const story = `${STORIES}test.beforeAll(() => { throw new Error('no simulator') })
    test('one', () => {})
    test('two', () => {})
    test.skip('skipped', () => {})`
  await withPlanted(
    { 'playwright.config.mjs': PLAYWRIGHT_CONFIG, 'e2e/hook.spec.mjs': story },
    async (folder) => {
      await runPlanted(folder, ['node_modules/.bin/playwright', 'test'])
      expect(failedStories(join(folder, 'test-results/browser.json'))).toEqual([
        { file: 'e2e/hook.spec.mjs', titles: null, project: 'pages', message: 'Error: no simulator' },
      ])
    },
  )
})

test('a story runs again without those whose titles end like its own', async () => {
  const story = `${STORIES}test('fails', { tag: '@slow' }, ${FAILS})
    test('also fails', () => expect(process.env.IS_SECOND_PASS).toBeUndefined())
    test.describe(() => { test('without a group title', ${FAILS}) })`
  await withPlanted(
    { 'playwright.config.mjs': PLAYWRIGHT_CONFIG, 'e2e/one.spec.mjs': story },
    async (folder) => {
      await runPlanted(folder, ['node_modules/.bin/playwright', 'test'])
      const failures = failedStories(join(folder, 'test-results/browser.json')) ?? []
      expect(failures.map(({ titles }) => titles)).toEqual([['fails'], ['', 'without a group title']])
      for (const failure of failures) {
        const report = join(folder, 'again.json')
        const { ok } = await runPlanted(folder, [
          'env',
          'IS_SECOND_PASS=yes',
          ...rerunStory(failure, folder, report),
        ])
        expect(countTests({ ok, report })).toEqual({ passed: 1, failed: 0, skipped: 0 })
      }
    },
  )
})

test('a report that is incomplete, because its process was killed, counts as none', async () => {
  await withPlanted({}, (folder) => {
    const report = join(folder, 'report.json')
    writeFileSync(report, '{"suites": [')
    expect(failedStories(report)).toBeNull()
    expect(countTests({ ok: false, report })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})
