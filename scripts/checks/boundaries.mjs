// Checks imports by the rules in .dependency-cruiser.mjs.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import swc from '@swc/core'
import config, { runtimeRules } from '../../.dependency-cruiser.mjs'

let valuesOnly = false
const parseFile = swc.parseFileSync
// dependency-cruiser's parser neither supports JSX nor separates types from values: both are patched before it loads.
swc.parseFileSync = (file, options) => {
  const module = parseFile(file, { ...options, tsx: file.endsWith('.tsx') })
  return valuesOnly ? { ...module, body: module.body.filter((item) => !isTypeOnly(item)) } : module
}
const { cruise } = await import('dependency-cruiser')

/**
 * Checks every module under `src` of a folder.
 *
 * @param {string} folder
 * @returns {Promise<{ modules: string[], violations: { rule: string, from: string, to: string }[] }>} paths from the folder
 */
export async function checkBoundaries(folder) {
  const all = await cruiseWith(folder, config.forbidden)
  valuesOnly = true
  const values = await cruiseWith(folder, runtimeRules)
  valuesOnly = false
  return { modules: all.modules, violations: [...all.violations, ...values.violations] }
}

async function cruiseWith(folder, forbidden) {
  const options = { ...config.options, baseDir: folder, ruleSet: { forbidden }, validate: true }
  const { output } = await cruise(['src'], options, config.options.enhancedResolveOptions)
  return {
    modules: output.modules.map(({ source }) => source),
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

function isTypeOnly(item) {
  if (item.type === 'ImportDeclaration')
    return item.typeOnly || (item.specifiers.length > 0 && item.specifiers.every(({ isTypeOnly: is }) => is))
  return item.type === 'ExportNamedDeclaration' && item.typeOnly
}

/** Returns source files that were not checked: dependency-cruiser fails by silently checking nothing. */
function findUnchecked(folder, modules) {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .map((file) => `src/${file}`)
    .filter((file) => !modules.includes(file))
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { modules, violations } = await checkBoundaries(process.cwd())
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
  const unchecked = findUnchecked(process.cwd(), modules)
  for (const file of unchecked) console.error(`not checked: ${file}`)
  console.log(`${modules.length} modules, ${violations.length} violations`)
  if (violations.length + unchecked.length > 0) process.exitCode = 1
}
