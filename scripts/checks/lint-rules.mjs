// Rules that no published rule covers, as a plugin of oxlint (its plugin interface is ESLint's).
// lint-rules.test.ts plants a violation of each one.

import { isRetiredFileName, replacementFor } from './retired-names.mjs'

const TEST_FILE = /(\.test\.tsx?|[\\/]e2e[\\/].+\.ts|[\\/]test-[^\\/]+\.tsx?)$/
const TESTS = ['test', 'it', 'describe']
const SKIPPING_METHODS = ['skip', 'only', 'todo', 'fixme']
const VAGUE_NAMES = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'manager',
  'data',
  'misc',
  'common',
  'index',
])

/** `as` disables type checks: values are parsed instead, or a comment explains why the assertion is safe. */
const requireAssertionComment = {
  create(context) {
    const check = (node) => {
      if (node.typeAnnotation.typeName?.name === 'const' || isExplained(node, context.sourceCode)) return
      const message =
        "No type assertions: parse the value, or say above it why this is safe ('// Boundary: …')."
      context.report({ node, message })
    }
    return { TSAsExpression: check, TSTypeAssertion: check }
  },
}

/** A test waits for an event or a condition; a fixed pause is too long on one machine and too short on another. */
const noSleepInTests = {
  create(context) {
    if (!TEST_FILE.test(context.filename)) return {}
    const report = (node) =>
      context.report({
        node,
        message: 'A test never sleeps: wait for the event or the condition it is about.',
      })
    const reportTimers = (node) => {
      if (/^(node:)?timers\/promises$/.test(node.source?.value)) report(node)
    }
    return {
      CallExpression(node) {
        if (isMember(node.callee, 'waitForTimeout') || isMember(node.callee, 'wait', 'Atomics')) report(node)
      },
      ImportDeclaration: reportTimers,
      ExportNamedDeclaration: reportTimers,
      NewExpression(node) {
        if (node.callee.name === 'Promise' && isPause(node.arguments[0])) report(node)
      },
    }
  },
}

/** A test that does not run proves nothing; one that runs alone hides the others. A condition may skip a test. */
const noSkippedOrFocusedTests = {
  create(context) {
    if (!TEST_FILE.test(context.filename)) return {}
    return {
      CallExpression(node) {
        const isSkipped = SKIPPING_METHODS.some((method) =>
          TESTS.some((test) => isMember(node.callee, method, test)),
        )
        if (!isSkipped || (node.arguments.length > 0 && !isTitle(node.arguments[0]))) return
        context.report({
          node,
          message: 'Fix the test or delete it: no test is skipped, and none runs alone.',
        })
      },
    }
  },
}

/** A comment that disables a rule has a reason: `// oxlint-disable-next-line rule -- reason`. */
const requireDisableDescription = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!/^\s*(ox|es)lint-disable/.test(comment.value) || / -- \S/.test(comment.value)) continue
          context.report({ loc: comment.loc, message: "Say why, after ' -- '." })
        }
      },
    }
  },
}

/** A file is named after its subject; these names fit any file. */
const noVagueFileName = {
  create(context) {
    return {
      Program(node) {
        const name = context.filename.split(/[\\/]/).at(-1)?.split('.')[0] ?? ''
        if (VAGUE_NAMES.has(name))
          context.report({ node, message: `'${name}' names no subject: call the file after what is in it.` })
      },
    }
  },
}

/**
 * `maxLength` counts UTF-16 units, which the limits do not, and cuts what is pasted in silence: a counter or an error says what is
 * too long (`textLength` and `lineLength` of `fields.ts`).
 */
const noMaxLengthAttribute = {
  create(context) {
    return {
      JSXAttribute(node) {
        if (node.name.name === 'maxLength')
          context.report({ node, message: "No 'maxLength': show the length that the server counts." })
      },
    }
  },
}

/** `URL.canParse` of Node 20 returns false for some URLs once it is hot: see `parse-url.ts`. */
const noCanParse = {
  create(context) {
    return {
      MemberExpression(node) {
        if (node.object.name === 'URL' && node.property.name === 'canParse')
          context.report({ node, message: "No 'URL.canParse': call parseUrl (shared/text/parse-url.ts)." })
      },
    }
  },
}

/** Names of `retired-names.mjs` are not declared again: as a type, function, variable, parameter, field or file. */
const noRetiredName = {
  create(context) {
    const report = (node, name, replacement) =>
      context.report({ node, message: `'${name}' is not a word of this field: use ${replacement}.` })
    const check = (node, name = node?.name) => {
      const replacement = name && replacementFor(name, context.filename)
      if (replacement) report(node, name, replacement)
    }
    const checkId = ({ id }) => id && check(id)
    const checkKey = ({ key, computed }) => {
      if (computed) return
      if (key.type === 'Identifier') check(key)
      if (key.type === 'PrivateIdentifier') check(key, `#${key.name}`)
    }
    const checkPatterns = (patterns) => {
      for (const node of patterns.flatMap(boundNames)) check(node)
    }
    const checkFunction = ({ id, params }) => {
      if (id) check(id)
      if (id?.name === 'media') report(id, 'media', 'a verb for what it returns')
      checkPatterns(params)
    }
    return {
      Program(node) {
        const file = context.filename.split(/[\\/]/).at(-1)?.split('.')[0] ?? ''
        if (isRetiredFileName(file)) report(node, file, 'a name of CONTRIBUTING.md')
      },
      VariableDeclarator: ({ id }) => checkPatterns([id]),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      TSDeclareFunction: checkFunction,
      TSEmptyBodyFunctionExpression: checkFunction,
      CatchClause: ({ param }) => param && checkPatterns([param]),
      ClassDeclaration: checkId,
      TSTypeAliasDeclaration: checkId,
      TSInterfaceDeclaration: checkId,
      TSEnumDeclaration: checkId,
      ImportSpecifier({ imported, local }) {
        if (imported.name !== local.name) check(local)
      },
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      TSPropertySignature: checkKey,
      TSMethodSignature(node) {
        checkKey(node)
        checkPatterns(node.params)
      },
      TSFunctionType: ({ params }) => checkPatterns(params),
    }
  },
}

export default {
  meta: { name: 'local' },
  rules: {
    'require-assertion-comment': requireAssertionComment,
    'no-sleep-in-tests': noSleepInTests,
    'no-skipped-or-focused-tests': noSkippedOrFocusedTests,
    'require-disable-description': requireDisableDescription,
    'no-can-parse': noCanParse,
    'no-max-length-attribute': noMaxLengthAttribute,
    'no-vague-file-name': noVagueFileName,
    'no-retired-name': noRetiredName,
  },
}

/** Returns the identifiers that the pattern of a variable or parameter declares. */
function boundNames(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => boundNames(property.value ?? property.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'TSParameterProperty':
      return boundNames(pattern.parameter)
    default:
      return []
  }
}

function isExplained(node, sourceCode) {
  for (let around = node; around.parent; around = around.parent)
    if (sourceCode.getCommentsBefore(around).some(({ value }) => /^[\s*]*Boundary: \S/.test(value)))
      return true
  return false
}

/**
 * Whether a promise only waits: `new Promise((resolve) => setTimeout(resolve, …))`; a rejecting deadline is no pause.
 */
function isPause(executor) {
  const resolve = executor?.params?.[0]?.name
  if (!resolve) return false
  const statements = executor.body.type === 'BlockStatement' ? executor.body.body : [executor.body]
  return statements
    .map((statement) => statement.expression ?? statement)
    .some((node) => startsTimer(node, resolve))
}

function startsTimer(node, resolve) {
  if (node.type !== 'CallExpression') return false
  if (node.callee.name !== 'setTimeout' && !isMember(node.callee, 'setTimeout')) return false
  const callback = node.arguments[0]
  return callback?.name === resolve || callback?.body?.callee?.name === resolve
}

function isTitle({ type, value }) {
  return type === 'TemplateLiteral' || typeof value === 'string'
}

function isMember(callee, property, object) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.name === property &&
    (object === undefined || callee.object.name === object)
  )
}
