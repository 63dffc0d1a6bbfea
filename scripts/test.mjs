// Checks everything: `npm test`, or one thing: `npm test -- NAME`. Until the packages are installed
// nothing but Node's own modules can be imported here.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeTrace, leftovers, openTrace } from './checks/run-traces.mjs'
import { planRun } from './checks/plan.mjs'
import { runStep } from './checks/run-step.mjs'
import { stopCommands } from './checks/run-command.mjs'
import { printSummary, showResult } from './checks/show.mjs'
import { testEnvironment } from './checks/environment.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const plan = planRun(root, process.argv.slice(2))
if ('problem' in plan) {
  console.error(plan.problem)
  process.exit(1)
}
const trace = openTrace()
let isStopping = false
stopOnSignal()
const results = await runAll(plan.steps)
closeTrace(trace)
printSummary(results)
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1

async function runAll(steps) {
  const env = testEnvironment(process.env, trace)
  mkdirSync('test-results', { recursive: true })
  const done = []
  for (const step of steps) {
    if (step.report) rmSync(step.report, { force: true })
    const failed = step.needs?.find((name) => done.some((result) => result.name === name && !result.ok))
    const result = failed
      ? { name: step.name, ok: false, seconds: 0, output: `not run: ${failed} failed\n` }
      : await runStep(step, env)
    showResult(result)
    done.push(result)
    if (step.name === 'install' && !result.ok) return done
  }
  const left = await leftovers(trace)
  const tidy = { name: 'tidy', ok: left.length === 0, seconds: 0, output: left.join('\n') }
  showResult(tidy)
  return [...done, tidy]
}

function stopOnSignal() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal))
}

async function stop(signal) {
  // The terminal and npm may both send it.
  if (isStopping) return
  isStopping = true
  console.log(`\n${signal}: stopping`)
  await stopCommands()
  await leftovers(trace)
  closeTrace(trace)
  process.exit(130)
}
