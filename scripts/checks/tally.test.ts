import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withPlanted } from './planted.ts'
import { sumTallies, tallyStep } from './tally.mjs'

const VITEST = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }
const PLAYWRIGHT = { stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } }

test("vitest's and playwright's tests are counted one by one", async () => {
  expect(await tallyOf(VITEST, false)).toEqual({ passed: 7, failed: 2, skipped: 2 })
  expect(await tallyOf(PLAYWRIGHT, false)).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test('a step without tests counts as one', () => {
  expect(tallyStep({ ok: true })).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(tallyStep({ ok: false })).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a step that ended before it could report is one failure', () => {
  expect(tallyStep({ ok: false, report: 'nowhere.json' })).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a run that crashed after its tests had passed is a failure', async () => {
  expect(await tallyOf({ ...VITEST, numFailedTests: 0 }, false)).toEqual({ passed: 7, failed: 1, skipped: 2 })
})

test('tallies add up', () => {
  const tallies = [
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]
  expect(sumTallies(tallies)).toEqual({ passed: 11, failed: 22, skipped: 33 })
})

async function tallyOf(content: object, ok: boolean) {
  return withPlanted({}, (folder) => {
    const report = join(folder, 'report.json')
    writeFileSync(report, JSON.stringify(content))
    return tallyStep({ ok, report })
  })
}
