import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import { compileCatalogue, readLanguage, type Compiled } from './icu.ts'
import { lazyImports, moduleGraph } from './module-graph.ts'

/** Compiled catalogues by language. */
type Languages = Map<string, Compiled>

/** What a lazily loaded module says: its namespaces, and the modules whose coming needs just these. */
type Groups = Map<string, Set<string>>

/**
 * Vite plugin: brings each lazily loaded module of the build its texts. Every `import('./x.tsx')` of the site waits
 * for the namespaces of x and of all that comes with x, but for those that the start needs anyway. They come beside
 * its code, as one file a language. So nobody loads the texts of a page that they do not open, and neither pages nor
 * languages weigh on the start.
 */
export function texts(site: string): Plugin {
  const moduleOf = (id: string) => relative(site, id.split('?')[0] ?? id).replaceAll(sep, '/')
  const groups: Groups = new Map()
  let languages: Languages = new Map()
  let namespacesOf: (module: string) => string[] = () => []
  return {
    name: 'texts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      languages = readLanguages(join(site, 'locales'))
      namespacesOf = moduleGraph(site).namespaces
      groups.clear()
      groups.set(groupOf(namespacesOf('main.tsx')), new Set(['main.tsx']))
    },
    load: {
      filter: { id: /\/i18n\/fetch-texts\.ts$/ },
      handler: () => fetchingModule(languages, groupOf(namespacesOf('main.tsx'))),
    },
    transform: {
      filter: { id: /\.tsx?$/, code: /\bimport\(/ },
      handler(code, id) {
        const module = moduleOf(id)
        return module.startsWith('..') ? null : waitForTexts({ module, code, namespacesOf, groups })
      },
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const shipped = new Set(chunks.flatMap((chunk) => chunk.moduleIds.map(moduleOf)))
      for (const file of filesOf(languages, groups, shipped)) this.emitFile({ type: 'asset', ...file })
    },
  }
}

function groupOf(namespaces: string[]): string {
  return namespaces.join('-')
}

/** All languages of a folder, compiled; what one lacks is in English. */
function readLanguages(locales: string): Languages {
  const english = readLanguage(join(locales, 'en'))
  const names = readdirSync(locales, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return new Map(
    names.map(({ name }) => [name, compileCatalogue(english, readLanguage(join(locales, name)))]),
  )
}

/** Stands in for src/web/i18n/fetch-texts.ts. */
function fetchingModule(languages: Languages, core: string): string {
  return `
    export const languages = ${JSON.stringify([...languages.keys()])}
    export const core = ${JSON.stringify(core)}
    export async function fetchTexts(language, group) {
      const answer = await fetch(\`/${folderOf(languages)}/\${language}/\${group}.json\`)
      if (!answer.ok) throw new Error('texts: ' + answer.status)
      return answer.json()
    }`
}

/** Changes whenever a text does, so that its files may be kept for good. */
function folderOf(languages: Languages): string {
  const hash = createHash('sha256').update(JSON.stringify([...languages]))
  return `assets/texts-${hash.digest('base64url').slice(0, 8)}`
}

type Importing = {
  module: string
  code: string
  namespacesOf: (module: string) => string[]
  groups: Groups
}

/** Lets the lazy imports of a module wait for their texts, and notes whom each group is for. */
function waitForTexts({ module, code, namespacesOf, groups }: Importing) {
  const core = new Set(namespacesOf('main.tsx'))
  let changed = code
  // From the end, so that the places of those before it stay true.
  for (const { start, end, target } of lazyImports(module, code).reverse()) {
    const group = groupOf(target === null ? [] : namespacesOf(target).filter((name) => !core.has(name)))
    if (target === null || group === '') continue
    groups.set(group, (groups.get(group) ?? new Set()).add(target))
    changed = `${changed.slice(0, start)}__withTexts('${group}', ${code.slice(start, end)})${changed.slice(end)}`
  }
  if (changed === code) return null
  return { code: `import { withTexts as __withTexts } from '#web/i18n/texts.ts';${changed}`, map: null }
}

function filesOf(languages: Languages, groups: Groups, shipped: Set<string>) {
  // A page that only development has is not in the bundle, and its texts are not either.
  const needed = [...groups].filter(([, modules]) => [...modules].some((module) => shipped.has(module)))
  return [...languages].flatMap(([language, catalogue]) =>
    needed.map(([group]) => ({
      fileName: `${folderOf(languages)}/${language}/${group}.json`,
      source: JSON.stringify(Object.fromEntries(group.split('-').map((name) => [name, catalogue[name]]))),
    })),
  )
}
