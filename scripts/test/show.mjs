import { stripVTControlCharacters, styleText } from 'node:util'
import { slowestFiles } from './slowest-files.mjs'
import { sumCounts, countTests } from './test-counts.mjs'

/** Prints the result of a step, with its output when it failed and the output was not live. */
export function showResult({ name, ok, seconds, output, live }) {
  console.log(resultLine({ name, ok, seconds }))
  if (!ok && !live) console.log(indent(output))
}

/** Target for the duration of a whole run on two cores. */
const BUDGET_SECONDS = 720
const MAX_SLOWEST_FILES = 20
/** Lines that are shown of the message of a failure. */
const MAX_MESSAGE_LINES = 4

/** Prints what became of a failed test in the second pass, with the output when it failed again. */
export function showRerun(rerun) {
  console.log(rerunLine(rerun))
  if (!rerun.isFlaky) console.log(indent(rerun.output))
}

/**
 * Prints the steps with their durations, what failed, the slowest files, the summary of vitest and the total counts.
 *
 * @param {import('./run-queues.mjs').Result[]} results
 * @param {import('./second-pass.mjs').Rerun[]} reruns
 * @param {{ seconds: number, timeFactor: number }} run
 */
export function printSummary(results, reruns, { seconds, timeFactor }) {
  console.log('\n── summary ──')
  for (const result of results) console.log(resultLine(result))
  console.log(`  ${'all'.padEnd(12)} ${duration(seconds)}  (time limits × ${timeFactor.toFixed(1)})\n`)
  printReruns(reruns)
  if (seconds > BUDGET_SECONDS)
    console.log(`Over the budget: ${minutes(seconds)} min, the target is ${minutes(BUDGET_SECONDS)} min.\n`)
  printSlowest(results)
  const unit = results.find(({ name }) => name === 'unit')
  if (unit) console.log(vitestSummary(unit.output))
  const { passed, failed, skipped } = sumCounts(results.map(countTests))
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
}

function printReruns(reruns) {
  if (reruns.length === 0) return
  console.log('── failed in the first pass ──')
  for (const rerun of reruns) {
    console.log(rerunLine(rerun))
    console.log(indent(rerun.message.split('\n').slice(0, MAX_MESSAGE_LINES).join('\n')))
  }
  console.log()
}

function rerunLine({ file, titles, isFlaky }) {
  const where = [file ?? 'outside of the test files', ...(titles ?? [])].join(' › ')
  return isFlaky ? `${colour('yellow', '~')} flaky: ${where}` : `${colour('red', '✗')} failed twice: ${where}`
}

function printSlowest(results) {
  const files = slowestFiles(results, MAX_SLOWEST_FILES)
  if (files.length === 0) return
  console.log('── slowest files ──')
  for (const { path, tests, seconds } of files)
    console.log(`${duration(seconds)} ${String(tests).padStart(4)} tests  ${path}`)
  console.log()
}

function minutes(seconds) {
  return (seconds / 60).toFixed(1)
}

function resultLine({ name, ok, seconds, flaky = 0 }) {
  const note = (ok ? '' : '  failed') + (flaky > 0 ? `  ${flaky} flaky` : '')
  return `${ok ? colour('green', '✓') : colour('red', '✗')} ${name.padEnd(12)} ${duration(seconds)}${note}`
}

function duration(seconds) {
  return `${seconds.toFixed(1)} s`.padStart(8)
}

function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, '    ')
}

/** The lines from 'Test Files' to 'Duration' at the end of vitest's output. */
function vitestSummary(output) {
  const lines = output.split('\n')
  const start = lines.findLastIndex((text) => /^\s*Test Files\s/.test(stripVTControlCharacters(text)))
  const length = lines.slice(start).findIndex((text) => /^\s*Duration\s/.test(stripVTControlCharacters(text)))
  return start < 0
    ? 'vitest ended without a summary\n'
    : lines.slice(start, start + length + 1).join('\n') + '\n'
}

function colour(name, text) {
  return process.stdout.isTTY ? styleText(name, text) : text
}
