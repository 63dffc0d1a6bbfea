import { stripVTControlCharacters, styleText } from 'node:util'
import { slowestFiles } from './slowest-files.mjs'
import { sumTallies, tallyStep } from './test-counts.mjs'

/** Prints one step's line; the output of a failed step below it, unless it was shown while it ran. */
export function showResult({ name, ok, seconds, output, live }) {
  console.log(line({ name, ok, seconds }))
  if (!ok && !live) console.log(indent(output))
}

/** A whole run takes no longer on two cores, so that nobody is tempted to leave it out. */
const BUDGET_SECONDS = 720
const SLOWEST = 20

/** Prints the list of steps with their times, the slowest files, vitest's own summary and the count of everything. */
export function printSummary(results, seconds) {
  console.log('\n── summary ──')
  for (const result of results) console.log(line(result))
  console.log(`  ${'all'.padEnd(12)} ${duration(seconds)}\n`)
  if (seconds > BUDGET_SECONDS)
    console.log(
      `Over the budget: ${minutes(seconds)} min where ${minutes(BUDGET_SECONDS)} min are the aim.\n`,
    )
  printSlowest(results)
  const unit = results.find(({ name }) => name === 'unit')
  if (unit) console.log(vitestSummary(unit.output))
  const { passed, failed, skipped } = sumTallies(results.map(tallyStep))
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
}

function printSlowest(results) {
  const files = slowestFiles(results, SLOWEST)
  if (files.length === 0) return
  console.log('── slowest files ──')
  for (const { path, tests, seconds } of files)
    console.log(`${duration(seconds)} ${String(tests).padStart(4)} tests  ${path}`)
  console.log()
}

function minutes(seconds) {
  return (seconds / 60).toFixed(1)
}

function line({ name, ok, seconds }) {
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
