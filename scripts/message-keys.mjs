// Finds the message keys that the code uses: t('key') and t.rich('key') where t = useTranslations('namespace') is
// declared in the same or an outer function, and calls with a full key. Uses the parser of Vite.
import { readFileSync, readdirSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/**
 * @param {{ source: string, calls: string[], keysAsValues: boolean }} group
 * @param {Set<string>} catalogueKeys
 * @returns {{ used: Set<string>, problems: string[] }}
 */
export function usedKeys(group, catalogueKeys) {
  const used = new Set()
  const problems = []
  for (const file of sourceFiles(group.source)) {
    const code = readFileSync(`${group.source}/${file}`, 'utf8')
    const { program, errors } = parseSync(file, code)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
    const line = (node) => code.slice(0, node.start).split('\n').length
    new Visitor(
      visitor(group, catalogueKeys, used, (node, text) => problems.push(`${file}:${line(node)}: ${text}`)),
    ).visit(program)
  }
  return { used, problems }
}

/** Source files of a folder as relative paths, without tests, test support (`test-*`) and declarations. */
export function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/(\.d(\.json)?|\.test)\.tsx?$|(^|[\\/])test-[^\\/]+$/.test(file),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

function visitor({ calls, keysAsValues }, catalogueKeys, used, report) {
  const scopes = [new Map()]
  const open = () => scopes.push(new Map())
  const close = () => scopes.pop()
  const namespaceOf = (name) => scopes.findLast((scope) => scope.has(name))?.get(name)
  const use = (namespace, argument, name) => {
    const keys = literals(argument) ?? (keysAsValues ? keysBelow(argument, catalogueKeys) : null)
    if (keys === null && !keysAsValues) report(argument ?? { start: 0 }, `${name}(…) needs a literal key`)
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
      if (keysAsValues && catalogueKeys.has(value)) used.add(value)
    },
  }
}

/** All keys below the prefix of a template `${prefix}.${name}`; `null` for any other expression. */
function keysBelow(node, catalogueKeys) {
  const prefix = node?.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : ''
  return prefix.endsWith('.') ? [...catalogueKeys].filter((key) => key.startsWith(prefix)) : null
}

/** The strings that an expression may evaluate to, or `null` when they are not literals. */
function literals(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type === 'ParenthesizedExpression') return literals(node.expression)
  if (node?.type !== 'ConditionalExpression') return null
  const [consequent, alternate] = [literals(node.consequent), literals(node.alternate)]
  return consequent && alternate && [...consequent, ...alternate]
}
