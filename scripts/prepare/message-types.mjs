// Writes the type of the English texts of the site, by which TypeScript checks message keys and their arguments.
// Installing the packages runs it ("prepare" in package.json), and so do `npm test`, `npm run dev` and messages.mjs.
// Imports only Node's built-in modules.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Writes src/web/locales/english.d.ts, which git ignores, unless it is up to date.
 *
 * @param {string} root
 */
export function writeMessageTypes(root) {
  const locales = join(root, 'src/web/locales')
  const file = join(locales, 'english.d.ts')
  const json = JSON.stringify(readCatalogueFiles(locales, 'en'), null, 2)
  const text = `// Written by scripts/prepare/message-types.mjs.\nexport type English = ${json};\n`
  // An unchanged file keeps its time, so that editors do not check everything again.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

/**
 * Reads the messages of a language: a folder with a file for each namespace, or one file.
 *
 * @param {string} locales
 * @param {string} language
 */
export function readCatalogueFiles(locales, language) {
  const folder = join(locales, language)
  if (!existsSync(folder)) return JSON.parse(readFileSync(`${folder}.json`, 'utf8'))
  const files = readdirSync(folder).sort()
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  )
}

const path = fileURLToPath(import.meta.url)
if (process.argv[1] && resolve(process.argv[1]) === path) writeMessageTypes(dirname(dirname(dirname(path))))
