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

/** Prints the steps with their durations, the slowest files, the summary of vitest and the total counts. */
export function printSummary(results, seconds) {
  console.log('\n── summary ──')
  for (const result of results) console.log(resultLine(result))
  console.log(`  ${'all'.padEnd(12)} ${duration(seconds)}\n`)
  if (seconds > BUDGET_SECONDS)
    console.log(`Over the budget: ${minutes(seconds)} min, the target is ${minutes(BUDGET_SECONDS)} min.\n`)
  printSlowest(results)
  const unit = results.find(({ name }) => name === 'unit')
  if (unit) console.log(vitestSummary(unit.output))
  const { passed, failed, skipped } = sumCounts(results.map(countTests))
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
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

function resultLine({ name, ok, seconds }) {
  return `${ok ? colour('green', '✓') : colour('red', '✗')} ${name.padEnd(12)} ${duration(seconds)}${ok ? '' : '  failed'}`
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
