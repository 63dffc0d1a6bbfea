import { stripVTControlCharacters } from 'node:util'
import { readReport } from './read-report.mjs'

/** Written by the reporter of vitest. */
export const UNIT_FAILURES = 'test-results/unit-failures.json'

/**
 * A failed test with the titles of its groups and its own; `titles: null` stands for all tests of the file (a failed hook, a
 * crash), `file: null` for an error of no file. `project` is Playwright's, `message` the error of the failure.
 *
 * @typedef {{ file: string | null, titles: string[] | null, project?: string, message: string }} FailedTest
 */

/**
 * @param {string} path of UNIT_FAILURES
 * @returns {FailedTest[] | null} `null` without a report
 */
export function failedUnitTests(path = UNIT_FAILURES) {
  const failures = readReport(path)
  return failures && withoutRepeats(failures)
}

/**
 * @param {string} path of Playwright's JSON report
 * @returns {FailedTest[] | null} `null` without a report
 */
export function failedStories(path) {
  const report = readReport(path)
  if (!report) return null
  const errors = (report.errors ?? []).map((error) => ({
    file: null,
    titles: null,
    message: messageOf(error),
  }))
  return withoutRepeats([...errors, ...report.suites.flatMap((suite) => ofSuite(suite, []))])
}

/**
 * @param {string} path of the report of the short forms
 * @returns {FailedTest[] | null} `null` without a report
 */
export function failedBenchmarks(path) {
  const report = readReport(path)
  if (!report) return null
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message }) => ({ file: name, titles: null, message }))
}

/** A file that runs again as a whole includes its tests: its failure is the first of theirs. */
function withoutRepeats(failures) {
  const fileOf = ({ file, project }) => JSON.stringify([file, project])
  const wholeFiles = new Set(failures.filter(({ titles }) => titles === null).map(fileOf))
  const seen = new Set()
  return failures
    .map((failure) => (wholeFiles.has(fileOf(failure)) ? { ...failure, titles: null } : failure))
    .filter((failure) => {
      const key = JSON.stringify([fileOf(failure), failure.titles])
      if (failure.file !== null && seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** A top-level suite is a file; its nested suites are groups, whose titles precede the test's. */
function ofSuite({ specs = [], suites = [] }, titles) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected' || didNotRun(test))
      .map((test) => ({
        file: `e2e/${file}`,
        titles: didNotRun(test) ? null : [...titles, title],
        project: test.projectName,
        message: didNotRun(test)
          ? 'did not run'
          : messageOf(test.results.findLast(({ error }) => error)?.error),
      })),
  )
  return [...failed, ...suites.flatMap((suite) => ofSuite(suite, [...titles, suite.title]))]
}

/** After a failed hook, Playwright reports the other tests of the file as skipped, although they do not skip themselves. */
function didNotRun({ status, expectedStatus }) {
  return status === 'skipped' && expectedStatus !== 'skipped'
}

function messageOf(error) {
  return stripVTControlCharacters(error?.message ?? error?.value ?? 'failed')
}
