// Checks who imports whom, by the rules in .dependency-cruiser.mjs.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import swc from '@swc/core'
import config, { runtimeRules } from '../../.dependency-cruiser.mjs'

let valuesOnly = false
const parseFile = swc.parseFileSync
// dependency-cruiser's own parse neither reads JSX nor tells types from values: both are added here, before it loads.
swc.parseFileSync = (file, options) => {
  const module = parseFile(file, { ...options, tsx: file.endsWith('.tsx') })
  return valuesOnly ? { ...module, body: module.body.filter((item) => !isTypeOnly(item)) } : module
}
const { cruise } = await import('dependency-cruiser')

/**
 * Walks every module under `src` of a folder.
 *
 * @param {string} folder
 * @returns {Promise<{ modules: string[], violations: { rule: string, from: string, to: string }[] }>} paths from the folder
 */
export async function checkBoundaries(folder) {
  const everything = await cruiseWith(folder, config.forbidden)
  valuesOnly = true
  const values = await cruiseWith(folder, runtimeRules)
  valuesOnly = false
  return { modules: everything.modules, violations: [...everything.violations, ...values.violations] }
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

/** Source files that the cruise did not see: its way of failing is to see nothing and report no violation. */
function unseen(folder, modules) {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .map((file) => `src/${file}`)
    .filter((file) => !modules.includes(file))
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { modules, violations } = await checkBoundaries(process.cwd())
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
  const missed = unseen(process.cwd(), modules)
  for (const file of missed) console.error(`not seen: ${file}`)
  console.log(`${modules.length} modules, ${violations.length} violations`)
  if (violations.length + missed.length > 0) process.exitCode = 1
}
