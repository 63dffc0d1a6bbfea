import { writeFileSync } from 'node:fs'
import { rerunAlone } from './rerun.mjs'

/** @typedef {import('./run-queues.mjs').Result} Result */
/** @typedef {import('./steps.mjs').Step} Step */
/** A failed test, and whether it passed in the second pass. @typedef {import('./failed-tests.mjs').FailedTest & { step: string, isFlaky: boolean, output: string }} Rerun */

/** The flaky tests of a run, and all tests that failed in its first pass; with the messages of their first failures. */
const FLAKY_REPORT = 'test-results/flaky.json'
export const FAILURES_REPORT = 'test-results/first-pass-failures.json'

/** With more flaky tests, a run is red. */
const MAX_FLAKY = 5
/** With more failures, chance is not the cause: they do not run again. */
const MAX_RERUNS = 20

/**
 * Runs the tests that failed in the first pass once more, each alone, and corrects the results of their steps: only what fails
 * twice is a failure. A test that passes alone is flaky; more than MAX_FLAKY of them are a failure too. A step that failed without
 * a failed test (a crash, no report) stays failed. Adds a result of its own if a test failed.
 *
 * @param {Step[]} steps
 * @param {Result[]} results
 * @param {{ run: (command: string[]) => Promise<{ ok: boolean, output: string }>, onRerun?: (rerun: Rerun) => void, onResult?: (result: Result) => void }} options
 * @returns {Promise<{ results: Result[], reruns: Rerun[] }>}
 */
export async function runSecondPass(steps, results, { run, onRerun = () => {}, onResult = () => {} }) {
  const failed = results.flatMap((result) => failuresOf(steps, result))
  if (failed.length === 0) return { results, reruns: [] }
  const started = performance.now()
  const reruns = []
  for (const { step, test } of failed.length > MAX_RERUNS ? [] : failed) {
    // An error that belongs to no file cannot be repeated.
    const outcome = test.file === null ? { isFlaky: false, output: '' } : await rerunAlone(step, test, run)
    reruns.push({ ...test, step: step.name, ...outcome })
    onRerun(reruns.at(-1))
  }
  const second = judge(failed.length, reruns, (performance.now() - started) / 1000)
  onResult(second)
  return { results: [...results.map((result) => correct(result, reruns)), second], reruns }
}

/** @param {Rerun[]} reruns */
export function writeReports(reruns) {
  const tests = reruns.map(({ step, file, titles, message, isFlaky }) => ({
    step,
    file,
    titles,
    message,
    isFlaky,
  }))
  writeFileSync(
    FLAKY_REPORT,
    `${JSON.stringify(
      tests.filter(({ isFlaky }) => isFlaky),
      null,
      2,
    )}\n`,
  )
  writeFileSync(FAILURES_REPORT, `${JSON.stringify(tests, null, 2)}\n`)
}

function failuresOf(steps, { name, ok }) {
  const step = steps.find((candidate) => candidate.name === name)
  if (ok || !step?.failedTests) return []
  return (step.failedTests() ?? []).map((test) => ({ step, test }))
}

function judge(failures, reruns, seconds) {
  const flaky = reruns.filter(({ isFlaky }) => isFlaky).length
  if (failures > MAX_RERUNS)
    return {
      name: 'second pass',
      ok: false,
      seconds,
      output: `${failures} failures are too many to run again\n`,
    }
  if (flaky > MAX_FLAKY)
    return {
      name: 'second pass',
      ok: false,
      seconds,
      output: `${flaky} flaky tests, at most ${MAX_FLAKY} may be\n`,
    }
  return { name: 'second pass', ok: true, seconds, output: '' }
}

/** Flaky tests count as passed. */
function correct(result, reruns) {
  const own = reruns.filter(({ step }) => step === result.name)
  const flaky = own.filter(({ isFlaky }) => isFlaky).length
  return { ...result, flaky, ok: result.ok || (own.length > 0 && flaky === own.length) }
}
