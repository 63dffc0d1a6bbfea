import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withPlanted } from '../checks/planted-violation.ts'
import { failedStories, failedUnitTests } from './failed-tests.mjs'
import { rerunStory, rerunUnit } from './rerun.mjs'
import { runPlanted } from './run-planted.ts'
import { runSecondPass } from './second-pass.mjs'
import { countTests } from './test-counts.mjs'

const failure = (title: string) => ({ file: 'a.test.ts', titles: [title], message: `${title} was broken` })

/** The second pass over a step whose tests of these names failed; `passing` pass alone. */
function secondPass(
  failed: string[],
  passing: string[] = [],
  { wasKilled = false, maxRuns = Infinity } = {},
) {
  let runs = 0
  const step = {
    name: 'unit',
    commands: [],
    failedTests: () => failed.map(failure),
    rerunCommand: ({ titles }: { titles: string[] | null }, _folder: string, report: string) => [
      String(titles),
      report,
    ],
  }
  return runSecondPass([step], [{ name: 'unit', ok: false, wasKilled, seconds: 1, output: '' }], {
    isInterrupted: () => runs >= maxRuns,
    run: async ([title = '', report = '']) => {
      runs += 1
      const ok = passing.includes(title)
      writeFileSync(report, JSON.stringify({ numPassedTests: ok ? 1 : 0, numFailedTests: ok ? 0 : 1 }))
      return { ok, output: '' }
    },
  })
}

test('tests that pass alone are flaky, and their step is successful', async () => {
  const { results, reruns } = await secondPass(['one', 'two'], ['one', 'two'])
  expect(results).toMatchObject([
    { name: 'unit', ok: true, flaky: 2 },
    { name: 'second pass', ok: true },
  ])
  expect(reruns).toMatchObject([
    { step: 'unit', titles: ['one'], message: 'one was broken', isFlaky: true },
    { titles: ['two'], isFlaky: true },
  ])
})

test('a test that fails twice fails its step', async () => {
  const { results, reruns } = await secondPass(['one', 'two'], ['one'])
  expect(results).toMatchObject([{ name: 'unit', ok: false, flaky: 1 }, { ok: true }])
  expect(reruns.map(({ isFlaky }) => isFlaky)).toEqual([true, false])
})

test('more than five flaky tests fail the run', async () => {
  const five = ['one', 'two', 'three', 'four', 'five']
  expect((await secondPass(five, five)).results[1]).toMatchObject({ ok: true })
  const six = [...five, 'six']
  expect((await secondPass(six, six)).results[1]).toMatchObject({ name: 'second pass', ok: false })
})

test('many failures do not run again', async () => {
  const names = Array.from({ length: 21 }, (_, index) => `test ${index}`)
  const { results, failures, reruns } = await secondPass(names)
  expect(results).toMatchObject([{ ok: false }, { name: 'second pass', ok: false }])
  expect(reruns).toEqual([])
  expect(failures.map(({ titles }) => titles)).toEqual(names.map((name) => [name]))
})

test('a step that failed without a failed test stays failed', async () => {
  expect(await secondPass([])).toEqual({
    results: [{ name: 'unit', ok: false, wasKilled: false, seconds: 1, output: '' }],
    failures: [],
    reruns: [],
  })
})

test('a step that was killed stays failed, also when its failed tests pass alone', async () => {
  const { results } = await secondPass(['one'], ['one'], { wasKilled: true })
  expect(results[0]).toMatchObject({ name: 'unit', ok: false, flaky: 1 })
})

test('after an interrupt no further test runs again', async () => {
  const { reruns } = await secondPass(['one', 'two', 'three'], [], { maxRuns: 1 })
  expect(reruns).toMatchObject([{ titles: ['one'] }])
})

/** Fails when it runs for the first time. */
const ONCE = (file: string) => `
  const isFirst = !existsSync('${file}')
  writeFileSync('${file}', '')
  expect(isFirst).toBe(false)`

test('vitest runs only the failed test again', async () => {
  await withPlanted(
    {
      'one.test.mjs': `import { existsSync, writeFileSync } from 'node:fs'
        import { beforeAll, describe, expect, test } from 'vitest'
        describe('a group (x)', () => { test('fails [once] $5?', () => {${ONCE('once')}}) })
        test('fails', () => expect(1).toBe(2))
        test('fails once', () => expect(1).toBe(2))`,
      'hook.test.mjs': `import { beforeAll, test } from 'vitest'
        beforeAll(() => { throw new Error('no database') })
        test('needs the hook', () => {})`,
      'late.test.mjs': `import { test } from 'vitest'
        test('passes', () => { setTimeout(() => { throw new Error('too late') }, 0); return new Promise((end) => setTimeout(end, 50)) })`,
    },
    async (folder) => {
      mkdirSync(join(folder, 'test-results'))
      const reporter = join(process.cwd(), 'scripts/test/failure-reporter.ts')
      await runPlanted(folder, ['node_modules/.bin/vitest', 'run', `--reporter=${reporter}`])
      const failed = failedUnitTests(join(folder, 'test-results/unit-failures.json')) ?? []
      expect(failed.toSorted(byFile)).toEqual([
        { file: 'hook.test.mjs', titles: null, message: 'no database' },
        { file: 'late.test.mjs', titles: null, message: 'too late' },
        expect.objectContaining({ file: 'one.test.mjs', titles: ['a group (x)', 'fails [once] $5?'] }),
        expect.objectContaining({ file: 'one.test.mjs', titles: ['fails'] }),
        expect.objectContaining({ file: 'one.test.mjs', titles: ['fails once'] }),
      ])
      const again = failed.toSorted(byFile).slice(2, 4)
      const outcomes = await Promise.all(
        again.map((test, index) =>
          countsIn(folder, `${index}.json`, (report) => rerunUnit(test, '', report)),
        ),
      )
      expect(outcomes).toMatchObject([
        { passed: 1, failed: 0 },
        { passed: 0, failed: 1 },
      ])
    },
  )
})

test('Playwright runs only the failed story again', async () => {
  await withPlanted(
    {
      'playwright.config.mjs': `export default { testDir: 'e2e', projects: [{ name: 'pages' }],
        reporter: [['json', { outputFile: 'test-results/browser.json' }]] }`,
      'e2e/one.spec.mjs': `import { existsSync, writeFileSync } from 'node:fs'
        import { expect, test } from '@playwright/test'
        test.describe('a group (x)', () => { test('fails [once] $5?', () => {${ONCE('once')}}) })
        test('passes', () => {})
        test('fails', () => expect(1).toBe(2))`,
    },
    async (folder) => {
      await runPlanted(folder, ['node_modules/.bin/playwright', 'test'])
      const failed = failedStories(join(folder, 'test-results/browser.json')) ?? []
      expect(failed).toMatchObject([
        { file: 'e2e/one.spec.mjs', titles: ['fails'], project: 'pages' },
        { file: 'e2e/one.spec.mjs', titles: ['a group (x)', 'fails [once] $5?'], project: 'pages' },
      ])
      const outcomes = []
      for (const test of failed)
        outcomes.push(await countsIn(folder, 'again.json', (report) => rerunStory(test, folder, report)))
      expect(outcomes).toMatchObject([
        { passed: 0, failed: 1 },
        { passed: 1, failed: 0 },
      ])
    },
  )
})

function byFile(one: { file: string | null }, other: { file: string | null }): number {
  return String(one.file).localeCompare(String(other.file))
}

async function countsIn(folder: string, name: string, commandFor: (report: string) => string[]) {
  const report = join(folder, name)
  const { ok } = await runPlanted(folder, commandFor(report))
  return countTests({ ok, report })
}
