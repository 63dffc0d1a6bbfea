import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import { compileCatalogue, readLanguage, type Compiled } from './icu.ts'
import { lazyImports, moduleGraph } from './module-graph.ts'

/** Compiled catalogues by language. */
type Languages = Map<string, Compiled>

/** Modules by the group of namespaces that they need: a group is a key such as `page-part`. */
type Groups = Map<string, Set<string>>

/**
 * Vite plugin: loads the texts of each lazily loaded module together with its code. Every `import('./x.tsx')` of the
 * site waits for the namespaces of x and of its static imports, except those that the start loads anyway, and can be
 * repeated after a failure. The texts are one file per language. So the texts of a page are loaded only when it is opened, and neither pages nor languages add to
 * the size of the start.
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
      handler: () => fetchTextsModule(languages, groupOf(namespacesOf('main.tsx'))),
    },
    transform: {
      filter: { id: /\.tsx?$/, code: /\bimport\(/ },
      handler(code, id) {
        const module = moduleOf(id)
        // The wrapper of the other imports.
        if (module.startsWith('..') || id.endsWith('/i18n/import-with-texts.ts')) return null
        return awaitTexts({ module, code, namespacesOf, groups })
      },
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const bundledModules = new Set(chunks.flatMap((chunk) => chunk.moduleIds.map(moduleOf)))
      for (const file of filesOf(languages, groups, bundledModules)) this.emitFile({ type: 'asset', ...file })
    },
  }
}

function groupOf(namespaces: string[]): string {
  return namespaces.join('-')
}

/** Compiles all languages of a folder; missing messages are in English. */
function readLanguages(locales: string): Languages {
  const english = readLanguage(join(locales, 'en'))
  const names = readdirSync(locales, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return new Map(
    names.map(({ name }) => [name, compileCatalogue(english, readLanguage(join(locales, name)))]),
  )
}

/** Code that replaces src/web/i18n/fetch-texts.ts in the build. */
function fetchTextsModule(languages: Languages, core: string): string {
  return `
    export const languages = ${JSON.stringify([...languages.keys()])}
    export const core = ${JSON.stringify(core)}
    export async function fetchTexts(language, group) {
      const response = await fetch(\`/${folderOf(languages)}/\${language}/\${group}.json\`)
      if (!response.ok) throw new Error('texts: ' + response.status)
      return response.json()
    }`
}

/** Contains a hash of all texts, so that the files can be cached forever. */
function folderOf(languages: Languages): string {
  const hash = createHash('sha256').update(JSON.stringify([...languages]))
  return `assets/texts-${hash.digest('base64url').slice(0, 8)}`
}

type ImportingModule = {
  module: string
  code: string
  namespacesOf: (module: string) => string[]
  groups: Groups
}

/** Makes the lazy imports of a module wait for their texts, and adds their targets to `groups`. */
function awaitTexts({ module, code, namespacesOf, groups }: ImportingModule) {
  const core = new Set(namespacesOf('main.tsx'))
  let changed = code
  // From the end, so that the offsets of earlier imports stay valid.
  for (const { start, end, target } of lazyImports(module, code).reverse()) {
    if (target === null) continue
    const group = groupOf(namespacesOf(target).filter((name) => !core.has(name)))
    if (group !== '') groups.set(group, (groups.get(group) ?? new Set()).add(target))
    const call = `__importWithTexts('${group}', () => ${code.slice(start, end)})`
    changed = changed.slice(0, start) + call + changed.slice(end)
  }
  if (changed === code) return null
  return {
    code: `import { importWithTexts as __importWithTexts } from '#web/i18n/import-with-texts.ts';${changed}`,
    map: null,
  }
}

function filesOf(languages: Languages, groups: Groups, bundledModules: Set<string>) {
  // Pages that exist only in development are not in the bundle, so their texts are left out.
  const needed = [...groups].filter(([, modules]) =>
    [...modules].some((module) => bundledModules.has(module)),
  )
  return [...languages].flatMap(([language, catalogue]) =>
    needed.map(([group]) => ({
      fileName: `${folderOf(languages)}/${language}/${group}.json`,
      source: JSON.stringify(Object.fromEntries(group.split('-').map((name) => [name, catalogue[name]]))),
    })),
  )
}
