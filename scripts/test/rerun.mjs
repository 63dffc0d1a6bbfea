import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { countTests } from './test-counts.mjs'

/** @typedef {import('./failed-tests.mjs').FailedTest} FailedTest */

const FOLDER = 'test-results/rerun'

/**
 * Runs a failed test once more, alone: in a process of its own with one worker, and so with a new app and database. It is flaky if
 * it passes.
 *
 * @param {{ rerunCommand: (test: FailedTest, folder: string, report: string) => string[] }} step
 * @param {FailedTest} test
 * @param {(command: string[]) => Promise<{ ok: boolean, output: string }>} run
 */
export async function rerunAlone(step, test, run) {
  const report = `${FOLDER}/report.json`
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const { ok, output } = await run(step.rerunCommand(test, FOLDER, report))
  // A command that finds no test succeeds too.
  const isFlaky = ok && existsSync(report) && countTests({ ok, report }).passed > 0
  return { isFlaky, output }
}

/** @param {FailedTest} test of a file @returns {string[]} */
export function rerunUnit({ file, titles }, _folder, report) {
  return [
    'node_modules/.bin/vitest',
    'run',
    file,
    ...(titles ? [`--testNamePattern=^${exactly(titles)}$`] : []),
    '--maxWorkers=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
}

/** @param {FailedTest} test the short form of a benchmark @returns {string[]} */
export function rerunBenchmark({ file }, _folder, report) {
  return ['node', 'scripts/bench.mjs', '--short', `--report=${report}`, file]
}

/** @param {FailedTest} test of a file @returns {string[]} */
export function rerunStory({ file, titles, project }, folder, report) {
  return [
    'env',
    `PLAYWRIGHT_JSON_OUTPUT_FILE=${report}`,
    'node_modules/.bin/playwright',
    'test',
    `${escapeRegExp(file)}$`,
    `--project=${project}`,
    // Playwright precedes the titles with the project and the file.
    ...(titles ? [`--grep=${exactly(titles)}$`] : []),
    '--workers=1',
    '--reporter=list,json',
    `--output=${folder}/browser`,
  ]
}

function exactly(titles) {
  return titles.map(escapeRegExp).join(' ')
}

function escapeRegExp(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}
