import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** What one module of the site says and needs; addresses are paths from the site's folder. */
type Module = {
  /** Namespaces that it speaks from. */
  namespaces: string[]
  /** Modules that come with it. */
  imports: string[]
}

/** The modules of a site, read as they are asked for. */
export type ModuleGraph = {
  /** A module, and all that comes with it. */
  reach: (module: string) => Set<string>
  /** The namespaces that these speak from, sorted. */
  namespaces: (module: string) => string[]
}

/** A module that is fetched when it is needed: which one, and where the import stands in the code. */
export type LazyImport = {
  start: number
  end: number
  /** Path from the site's folder, or `null` where it is no module of ours. */
  target: string | null
}

/** What comes with what in the site of a folder. */
export function moduleGraph(folder: string): ModuleGraph {
  const modules = new Map<string, Module>()
  const read = (file: string): Module => {
    const module = modules.get(file) ?? readModule(folder, file)
    modules.set(file, module)
    return module
  }
  const reach = (start: string) => {
    const reached = new Set([start])
    // A set can grow while it is walked.
    for (const module of reached) for (const next of read(module).imports) reached.add(next)
    return reached
  }
  const namespaces = (start: string) =>
    [...new Set([...reach(start)].flatMap((module) => read(module).namespaces))].sort()
  return { reach, namespaces }
}

/** The lazy imports of a module; throws where one's address cannot be read off the code. */
export function lazyImports(file: string, code: string): LazyImport[] {
  const found: LazyImport[] = []
  visit(file, code, {
    ImportExpression({ start, end, source }) {
      const address = source.type === 'Literal' ? source.value : null
      if (typeof address !== 'string') throw new Error(`${file}: import(…) needs a literal address`)
      found.push({ start, end, target: resolve(file, address) })
    },
  })
  return found
}

function readModule(folder: string, file: string): Module {
  const module: Module = { namespaces: [], imports: [] }
  const add = (address: string) => {
    const target = resolve(file, address)
    if (target) module.imports.push(target)
  }
  visit(file, readFileSync(posix.join(folder, file), 'utf8'), {
    ImportDeclaration: ({ importKind, source }) => importKind !== 'type' && add(source.value),
    ExportNamedDeclaration: ({ exportKind, source }) => exportKind !== 'type' && source && add(source.value),
    ExportAllDeclaration: ({ exportKind, source }) => exportKind !== 'type' && add(source.value),
    CallExpression({ callee, arguments: [namespace] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'useTranslations') return
      // The first part names the file; the check of the messages refuses all but literals.
      if (namespace?.type === 'Literal' && typeof namespace.value === 'string')
        module.namespaces.push(namespace.value.split('.')[0] ?? '')
    },
  })
  return module
}

function visit(file: string, code: string, visitor: ConstructorParameters<typeof Visitor>[0]) {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  new Visitor(visitor).visit(program)
}

/** A module of ours as its path from the site's folder; `null` for packages, styles and pictures. */
function resolve(from: string, address: string): string | null {
  if (!/\.tsx?$/.test(address)) return null
  if (address.startsWith('#web/')) return address.slice('#web/'.length)
  if (address.startsWith('#shared/')) return `../shared/${address.slice('#shared/'.length)}`
  return address.startsWith('.') ? posix.join(posix.dirname(from), address) : null
}
