// Which message keys the code uses: t('key') and t.rich('key') where t = useTranslations('namespace') stands in the
// same or an outer function, and the calls that take a full key. Uses Vite's own parser.
import { readFileSync, readdirSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/**
 * @param {{ source: string, calls: string[], keysTravel: boolean }} group
 * @param {Set<string>} known keys of the catalogue
 * @returns {{ used: Set<string>, problems: string[] }}
 */
export function usedKeys(group, known) {
  const used = new Set()
  const problems = []
  for (const file of sourceFiles(group.source)) {
    const code = readFileSync(`${group.source}/${file}`, 'utf8')
    const { program, errors } = parseSync(file, code)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
    const line = (node) => code.slice(0, node.start).split('\n').length
    new Visitor(
      visitor(group, known, used, (node, text) => problems.push(`${file}:${line(node)}: ${text}`)),
    ).visit(program)
  }
  return { used, problems }
}

/** Source files of a folder, without tests, their support (`test-*`) and declarations, as paths from it. */
export function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/(\.d(\.json)?|\.test)\.tsx?$|(^|[\\/])test-[^\\/]+$/.test(file),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

function visitor({ calls, keysTravel }, known, used, report) {
  const scopes = [new Map()]
  const open = () => scopes.push(new Map())
  const close = () => scopes.pop()
  const namespaceOf = (name) => scopes.findLast((scope) => scope.has(name))?.get(name)
  const use = (namespace, argument, name) => {
    const keys = literals(argument) ?? (keysTravel ? keysBelow(argument, known) : null)
    if (keys === null && !keysTravel) report(argument ?? { start: 0 }, `${name}(…) needs a literal key`)
    for (const key of keys ?? []) used.add(namespace ? `${namespace}.${key}` : key)
  }
  return {
    ...Object.fromEntries(
      FUNCTIONS.flatMap((type) => [
        [type, open],
        [`${type}:exit`, close],
      ]),
    ),
    VariableDeclarator({ id, init }) {
      if (init?.type !== 'CallExpression' || init.callee.name !== 'useTranslations') return
      const [namespace] = init.arguments
      if (namespace !== undefined && literals(namespace)?.length !== 1)
        report(namespace, 'useTranslations(…) needs a literal namespace')
      scopes.at(-1)?.set(id.name, namespace?.value ?? '')
    },
    CallExpression({ callee, arguments: [key] }) {
      const name = callee.type === 'MemberExpression' ? callee.object.name : callee.name
      if (calls.includes(name)) use('', key, name)
      else if (namespaceOf(name) !== undefined) use(namespaceOf(name), key, name)
    },
    Literal({ value }) {
      if (keysTravel && known.has(value)) used.add(value)
    },
  }
}

/** Every key that `${prefix}.${name}` may be: the type of `name` says which of them are. */
function keysBelow(node, known) {
  const prefix = node?.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : ''
  return prefix.endsWith('.') ? [...known].filter((key) => key.startsWith(prefix)) : null
}

/** The strings that an expression may be, or `null` when they cannot be read off. */
function literals(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type === 'ParenthesizedExpression') return literals(node.expression)
  if (node?.type !== 'ConditionalExpression') return null
  const [one, other] = [literals(node.consequent), literals(node.alternate)]
  return one && other && [...one, ...other]
}
