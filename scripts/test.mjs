// Checks everything: `npm test`, or a part: `npm test -- NAME`, `npm test -- changed`. Until the packages are
// installed nothing but Node's own modules can be imported here.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from './test/environment.mjs'
import { planRun } from './test/plan.mjs'
import { stopCommands } from './test/run-command.mjs'
import { runLanes } from './test/run-lanes.mjs'
import { runStep } from './test/run-step.mjs'
import { closeTrace, leftovers, openTrace } from './test/run-traces.mjs'
import { printSummary, showResult } from './test/show.mjs'

const started = performance.now()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const plan = planRun(root, process.argv.slice(2))
if ('problem' in plan) {
  console.error(plan.problem)
  process.exit(1)
}
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
const trace = openTrace()
const results = await runAll(plan.steps)
closeTrace(trace)
if (!interrupted) printSummary(results, (performance.now() - started) / 1000)
process.exitCode = interrupted ? 130 : results.every(({ ok }) => ok) ? 0 : 1

async function runAll(steps) {
  const env = testEnvironment(process.env, trace)
  mkdirSync('test-results', { recursive: true })
  for (const { report } of steps) if (report) rmSync(report, { force: true })
  const done = await runLanes(steps, {
    run: (step) => runStep(step, env),
    onResult: showResult,
    isInterrupted: () => interrupted,
  })
  const left = await leftovers(trace)
  const tidy = { name: 'tidy', ok: left.length === 0, seconds: 0, output: left.join('\n') }
  showResult(tidy)
  return [...done, tidy]
}

/** The terminal and npm may both send the signal. */
function interrupt(signal) {
  if (interrupted) return
  interrupted = true
  console.log(`\n${signal}: stopping`)
  void stopCommands()
}
