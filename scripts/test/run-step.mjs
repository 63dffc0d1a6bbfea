import { runCommand } from './run-command.mjs'

/**
 * Runs a step's commands, all of them even when one fails.
 *
 * @param {import('./steps.mjs').Step} step
 * @param {NodeJS.ProcessEnv} env
 */
export async function runStep(step, env) {
  const started = performance.now()
  if (step.live) console.log(`\n── ${step.name} ──`)
  const outcomes = []
  for (const command of await commandsOf(step)) {
    outcomes.push(Array.isArray(command) ? await runCommand(command, { env, live: step.live }) : command)
  }
  return {
    name: step.name,
    live: step.live ?? false,
    report: step.report,
    ok: outcomes.every(({ ok }) => ok),
    wasKilled: outcomes.some(({ wasKilled }) => wasKilled),
    output: outcomes.map(({ output }) => output).join(''),
    seconds: (performance.now() - started) / 1000,
  }
}

/** A step's commands, or the outcome when there is nothing to run. */
async function commandsOf(step) {
  try {
    return typeof step.commands === 'function' ? await step.commands() : step.commands
  } catch (error) {
    return [{ ok: false, output: `${error.message}\n` }]
  }
}
