// Checks imports, and the tables that SQL names, by the rules in import-rules.mjs.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rules, runtimeRules } from './import-rules.mjs'
import { readImports } from './read-imports.mjs'
import { readNamedTables } from './read-tables.mjs'

/** @typedef {import('./read-imports.mjs').Import} Import */
/** @typedef {import('./import-rules.mjs').Rule} Rule */
/** @typedef {{ rule: string, from: string, to: string }} Violation */

/**
 * Checks every module under `src` of a folder.
 *
 * @param {string} folder
 * @returns {{ modules: string[], violations: Violation[] }} paths from the folder
 */
export function checkBoundaries(folder) {
  const { modules, imports } = readImports(folder)
  const atRuntime = imports.filter(({ isType }) => !isType)
  const named = [...imports, ...readNamedTables(folder, modules)]
  const violations = [
    // Features of one domain may name each other's tables: a list of posts reads the bookmarks of its reader.
    ...rules.flatMap((rule) => violationsOf(rule, rule.scope === 'folder' ? imports : named)),
    ...runtimeRules.flatMap((rule) => violationsOf(rule, atRuntime)),
  ]
  return { modules, violations }
}

/** @returns {Violation[]} */
function violationsOf(rule, imports) {
  const scoped = rule.scope === 'folder' ? folderImports(imports, rule.from) : imports
  const candidates = rule.to.isCircular ? importsInCycles(scoped) : scoped
  return candidates
    .filter((candidate) => isRefused(rule, candidate))
    .map(({ from, to }) => ({ rule: rule.name, from, to }))
}

/** @param {Rule} rule @param {Import} candidate */
function isRefused({ from, to }, candidate) {
  const groups = matchOf(from.path ?? '', candidate.from)
  return (
    groups !== null &&
    !isExcluded(from, candidate.from, groups) &&
    matchOf(insert(to.path ?? '', groups), candidate.to) !== null &&
    !isExcluded(to, candidate.to, groups) &&
    (to.isMissing ?? candidate.isMissing) === candidate.isMissing &&
    (to.isDynamic ?? candidate.isDynamic) === candidate.isDynamic &&
    (to.packages === undefined || to.packages.includes(candidate.package))
  )
}

function isExcluded({ pathNot = [] }, path, groups) {
  return [pathNot].flat().some((pattern) => matchOf(insert(pattern, groups), path) !== null)
}

/** Replaces `$1` in a pattern by the group of `from.path`. */
function insert(pattern, groups) {
  return pattern.replaceAll(/\$(\d)/g, (_, index) => groups[index])
}

const expressions = new Map()

function matchOf(pattern, path) {
  if (!expressions.has(pattern)) expressions.set(pattern, new RegExp(pattern))
  return expressions.get(pattern).exec(path)
}

/** The imports between different folders that match `path`, as imports of these folders. */
function folderImports(imports, { path, ...files }) {
  const inFolder = new RegExp(path.replace(/\$$/, '(?=/)'))
  const folderOf = (path) => inFolder.exec(path)?.[0]
  return imports
    .filter(({ from }) => !isExcluded(files, from, []))
    .map((found) => ({ ...found, from: folderOf(found.from), to: folderOf(found.to) }))
    .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to)
}

/**
 * Returns the imports in cycles: removes those from files that nothing imports and those of files that import nothing,
 * until none is left to remove.
 */
function importsInCycles(imports) {
  const importing = new Set(imports.map(({ from }) => from))
  const imported = new Set(imports.map(({ to }) => to))
  const rest = imports.filter(({ from, to }) => imported.has(from) && importing.has(to))
  return rest.length === imports.length ? rest : importsInCycles(rest)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { modules, violations } = checkBoundaries(process.cwd())
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
  console.log(`${modules.length} modules, ${violations.length} violations`)
  if (violations.length > 0) process.exitCode = 1
}
