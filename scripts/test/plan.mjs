import { affectedBy } from './affected.mjs'
import { changedFiles } from './changed-files.mjs'
import { STEPS } from './steps.mjs'
import { findTestFiles } from './test-files.mjs'

/** @typedef {import('./steps.mjs').Step} Step */
/** A step that may be limited to some of its test files. @typedef {Step & { files?: string[] }} Chosen */

/**
 * The steps to run for the given words: all without words; a step by its name; else the tests whose file path
 * contains the word. `changed` runs what the changes since a revision (the next word; without one `main`) can affect.
 * What a step needs comes before it. `--shard=1/2` runs one half of the tests, and the first half all other steps.
 *
 * @param {string} root
 * @param {string[]} words
 * @returns {{ steps: Step[] } | { problem: string }}
 */
export function planRun(root, words) {
  const names = words.filter((word) => !word.startsWith('--'))
  const options = words.filter((word) => word.startsWith('--'))
  const shard = /^--shard=([1-9]\d*)\/([1-9]\d*)$/.exec(options[0] ?? '')
  if (options.length > 1 || (options.length === 1 && (!shard || Number(shard[1]) > Number(shard[2]))))
    return { problem: `'${options.join(' ')}' is not understood. ${usage()}` }
  const chosen = names[0] === 'changed' ? chooseChanged(root, names.slice(1)) : chooseNamed(root, names)
  if ('problem' in chosen) return chosen
  const steps = withNeeds(chosen.steps).map(withFiles)
  return { steps: shard ? onShard(steps, shard[1], shard[0]) : steps }
}

function chooseNamed(root, names) {
  const steps = new Map(names.length > 0 ? [] : STEPS.map((step) => [step.name, step]))
  for (const name of names) {
    const found = stepsFor(root, name)
    if (found.length === 0) return { problem: `Nothing is called '${name}'. ${usage()}` }
    for (const step of found) steps.set(step.name, merge(steps.get(step.name), step))
  }
  return { steps }
}

function chooseChanged(root, [revision, ...more]) {
  if (more.length > 0) return { problem: `'changed' takes one revision. ${usage()}` }
  const changed = changedFiles(root, revision)
  if ('problem' in changed) return changed
  const affected = affectedBy(root, changed.files)
  console.log(`${changed.files.length} files changed since ${changed.base}.`)
  const steps = STEPS.flatMap((step) => {
    const what = affected[step.name] ?? true
    if (what === false || (Array.isArray(what) && what.length === 0)) return []
    return [[step.name, Array.isArray(what) ? { ...step, files: what } : step]]
  })
  return { steps: new Map(steps) }
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
  const paths = step.files ?? step.paths
  return paths ? { ...step, commands: step.commands.map((command) => [...command, ...paths]) } : step
}

function withNeeds(chosen) {
  const names = new Set(['install', ...chosen.keys()])
  for (const step of [...STEPS].reverse())
    if (names.has(step.name))
      for (const first of [...(step.after ?? []), ...(step.needs ?? [])]) names.add(first)
  return STEPS.filter((step) => names.has(step.name)).map((step) => chosen.get(step.name) ?? step)
}

/** Steps that take no shard run with the first, unless those of this shard need them. */
function onShard(steps, index, option) {
  const needed = new Set([
    'install',
    ...steps.filter(({ shards }) => shards).flatMap(({ needs = [] }) => needs),
  ])
  return steps
    .filter(({ name, shards }) => index === '1' || shards || needed.has(name))
    .map((step) =>
      step.shards ? { ...step, commands: step.commands.map((command) => [...command, option]) } : step,
    )
}

function usage() {
  return `Name a step (${STEPS.map((step) => step.name).join(', ')}), a part of a test file's path, or 'changed'; --shard=1/2 runs a half.`
}
