import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withPlanted } from '../checks/planted-violation.ts'
import { slowestFiles } from './slowest-files.mjs'
import { sumCounts, countTests } from './test-counts.mjs'

const VITEST = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }
const PLAYWRIGHT = { stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } }

test('the tests of vitest and Playwright are counted', async () => {
  expect(await countsOf(VITEST, false)).toEqual({ passed: 7, failed: 2, skipped: 2 })
  expect(await countsOf(PLAYWRIGHT, false)).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test('a step without a report counts as one test', () => {
  expect(countTests({ ok: true })).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(countTests({ ok: false })).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a step that ended before it wrote its report is one failure', () => {
  expect(countTests({ ok: false, report: 'nowhere.json' })).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a step that crashed after its tests had passed counts as one failure', async () => {
  expect(await countsOf({ ...VITEST, numFailedTests: 0 }, false)).toEqual({
    passed: 7,
    failed: 1,
    skipped: 2,
  })
})

test('the counts of steps are added up', () => {
  const allCounts = [
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]
  expect(sumCounts(allCounts)).toEqual({ passed: 11, failed: 22, skipped: 33 })
})

test('the slowest files of both runners are in one list', async () => {
  const unit = {
    testResults: [
      { name: `${process.cwd()}/src/a.test.ts`, startTime: 1000, endTime: 3000, assertionResults: [{}, {}] },
      { name: `${process.cwd()}/src/b.test.ts`, startTime: 1000, endTime: 1500, assertionResults: [{}] },
    ],
  }
  const tests = (duration: number) => [{ results: [{ duration }] }]
  const group = { specs: [{ tests: tests(400) }] }
  const browser = { suites: [{ file: 'c.spec.ts', specs: [{ tests: tests(600) }], suites: [group] }] }
  await withPlanted(
    { 'unit.json': JSON.stringify(unit), 'browser.json': JSON.stringify(browser) },
    (folder) => {
      const results = ['unit.json', 'browser.json', 'missing.json'].map((name) => ({
        report: join(folder, name),
      }))
      expect(slowestFiles([...results, {}], 2)).toEqual([
        { path: 'src/a.test.ts', tests: 2, seconds: 2 },
        { path: 'e2e/c.spec.ts', tests: 2, seconds: 1 },
      ])
    },
  )
})

async function countsOf(content: object, ok: boolean) {
  return withPlanted({}, (folder) => {
    const report = join(folder, 'report.json')
    writeFileSync(report, JSON.stringify(content))
    return countTests({ ok, report })
  })
}
