import { STEPS } from './steps.mjs'
import { findTestFiles } from './test-files.mjs'

/**
 * The steps to run for the given names: all without names; a step by its name; else the tests whose file path
 * contains the name. What a step needs comes before it.
 *
 * @param {string} root
 * @param {string[]} names
 * @returns {{ steps: import('./steps.mjs').Step[] } | { problem: string }}
 */
export function planRun(root, names) {
  const chosen = new Map(names.length > 0 ? [] : STEPS.map((step) => [step.name, step]))
  for (const name of names) {
    const found = stepsFor(root, name)
    if (found.length === 0) return { problem: `Nothing is called '${name}'. ${usage()}` }
    for (const step of found) chosen.set(step.name, merge(chosen.get(step.name), step))
  }
  return { steps: withNeeds(chosen).map(withFiles) }
}

function stepsFor(root, name) {
  const step = STEPS.find((candidate) => candidate.name === name)
  if (step) return [step]
  const files = findTestFiles(root, name)
  return STEPS.filter((candidate) => files[candidate.name]?.length > 0).map((candidate) => ({
    ...candidate,
    files: files[candidate.name],
  }))
}

/** Two names may choose files of the same step; one chosen without files runs whole. */
function merge(known, step) {
  if (!known) return step
  if (!known.files || !step.files) return { ...step, files: undefined }
  return { ...step, files: [...new Set([...known.files, ...step.files])] }
}

function withFiles(step) {
  return step.files
    ? { ...step, commands: step.commands.map((command) => [...command, ...step.files]) }
    : step
}

function withNeeds(chosen) {
  const names = new Set(['install', ...chosen.keys()])
  for (const step of [...STEPS].reverse())
    if (names.has(step.name))
      for (const first of [...(step.after ?? []), ...(step.needs ?? [])]) names.add(first)
  return STEPS.filter((step) => names.has(step.name)).map((step) => chosen.get(step.name) ?? step)
}

function usage() {
  return `Name a step (${STEPS.map((step) => step.name).join(', ')}) or a part of a test file's path.`
}
