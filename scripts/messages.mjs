// node scripts/messages.mjs: checks the message catalogues, and writes the type of the English one.
// messages.test.ts plants a violation of each rule.
import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { tsImport } from 'tsx/esm/api'
import { usedKeys } from './message-keys.mjs'
import { readCatalogueFiles, writeMessageTypes } from './prepare/message-types.mjs'

/**
 * A set of catalogues and the code that uses it.
 *
 * @typedef {{
 *   locales: string,
 *   source: string,
 *   partial: string[],
 *   styles: string[],
 *   calls: string[],
 *   keysAsValues: boolean,
 * }} Group
 *   `partial`: languages that may lack messages (English is the fallback). `styles`: names of the formats that messages
 *   may use. `calls`: functions whose argument is a full key. `keysAsValues`: keys are also passed to those
 *   functions as typed values, so any literal that equals a key uses it, and `prefix.${name}` uses all keys below the
 *   prefix.
 *   A language is a folder with a file for each namespace, or one file.
 */

/**
 * Checks the catalogues of a group against each other and against the code.
 *
 * @param {Group} group
 * @returns {{ count: number, problems: string[] }}
 */
export function checkCatalogues(group) {
  const english = readCatalogue(group, 'en')
  const problems = [...english.problems]
  for (const key of english.shapes.keys())
    if (!/^[a-z][A-Za-z0-9]*\./.test(key)) problems.push(`en:${key}: a namespace is letters and digits`)
  for (const language of languagesOf(group).filter((name) => name !== 'en')) {
    const other = readCatalogue(group, language)
    problems.push(...other.problems, ...compare(english, other, group.partial))
  }
  const { used, problems: calls } = usedKeys(group, new Set(english.shapes.keys()))
  problems.push(...calls)
  for (const key of english.shapes.keys()) if (!used.has(key)) problems.push(`en:${key}: unused`)
  for (const key of used) if (!english.shapes.has(key)) problems.push(`${key}: used, but not in English`)
  return { count: english.shapes.size, problems }
}

function languagesOf({ locales }) {
  return readdirSync(locales, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.json'))
    .map(({ name }) => basename(name, '.json'))
}

/** Arguments and tags of every message of a language by key (`null` where it does not parse), and its problems. */
function readCatalogue({ locales, styles }, language) {
  const problems = []
  const shapes = new Map()
  for (const [key, message] of flatten(readCatalogueFiles(locales, language))) {
    try {
      const names = new Set()
      inspect(parse(message), {
        language,
        styles,
        names,
        report: (text) => problems.push(`${language}:${key}: ${text}`),
      })
      shapes.set(key, [...names].toSorted((a, b) => a.localeCompare(b)).join(' '))
    } catch (error) {
      problems.push(`${language}:${key}: ${error.message}`)
      shapes.set(key, null)
    }
  }
  return { language, shapes, problems }
}

function flatten(catalogue, path = '') {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  )
}

function inspect(nodes, message) {
  for (const node of nodes) {
    if (node.type === TYPE.literal || node.type === TYPE.pound) continue
    message.names.add((node.type === TYPE.tag ? '<' : '{') + node.value)
    if (node.offset) message.report('offset: is not supported, "#" would show the whole number')
    if (typeof node.style === 'string' && !message.styles.includes(node.style))
      message.report(`no format is named "${node.style}"`)
    if (node.type === TYPE.tag) inspect(node.children, message)
    if (node.type === TYPE.plural) checkPluralCategories(node, message)
    for (const option of Object.values(node.options ?? {})) inspect(option.value, message)
  }
}

function checkPluralCategories(plural, { language, report }) {
  const { pluralCategories } = new Intl.PluralRules(language, { type: plural.pluralType }).resolvedOptions()
  for (const category of pluralCategories)
    if (!plural.options[category]) report(`plural {${plural.value}} lacks "${category}"`)
}

function compare(english, other, partial) {
  const problems = []
  for (const [key, shape] of english.shapes) {
    const otherShape = other.shapes.get(key)
    if (otherShape === undefined) {
      if (!partial.includes(other.language)) problems.push(`${other.language}:${key}: missing`)
    } else if (otherShape !== null && shape !== null && otherShape !== shape) {
      problems.push(
        `${other.language}:${key}: has ${otherShape || 'no arguments'}, en has ${shape || 'none'}`,
      )
    }
  }
  for (const key of other.shapes.keys())
    if (!english.shapes.has(key)) problems.push(`${other.language}:${key}: not in English`)
  return problems
}

/** @returns {Promise<Group[]>} the catalogue groups of this repository */
async function groups(root) {
  const { formats } = await tsImport('../src/web/i18n/formats.ts', import.meta.url)
  return [
    {
      locales: `${root}src/web/locales`,
      source: `${root}src/web`,
      partial: [],
      styles: Object.values(formats).flatMap(Object.keys),
      calls: [],
      keysAsValues: false,
    },
    {
      locales: `${root}src/server/locales`,
      source: `${root}src/server`,
      partial: [],
      styles: [],
      calls: ['translate', 'inEnglish'],
      keysAsValues: true,
    },
  ]
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  writeMessageTypes(root)
  for (const group of await groups(root)) {
    const { count, problems } = checkCatalogues(group)
    for (const problem of problems) console.error(problem)
    console.log(`${count} messages, ${problems.length} problems`)
    if (problems.length > 0) process.exitCode = 1
  }
}
