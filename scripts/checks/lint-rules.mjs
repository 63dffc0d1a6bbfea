// House rules that no published rule covers, as a plugin of oxlint (its plugin interface is ESLint's).
// lint-rules.test.ts plants a violation of each one.

import { readFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Files that may assert a type, each with the reason why it is safe there. */
const BOUNDARY_FILES = JSON.parse(readFileSync(new URL('boundary-files.json', import.meta.url), 'utf8'))
const TEST_FILE = /(\.test\.tsx?|[\\/]e2e[\\/][^\\/]+\.ts|[\\/]test-[^\\/]+\.tsx?)$/
const VAGUE = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'data', 'misc', 'common', 'index'])

/** `as` silences the compiler: parse instead, or stand in the list of boundary files with a reason. */
const boundaryAssertion = {
  create(context) {
    const file = relative(ROOT, context.filename).replaceAll(sep, '/')
    if (Object.hasOwn(BOUNDARY_FILES, file)) return {}
    const check = (node) => {
      if (node.typeAnnotation.typeName?.name === 'const') return
      context.report({
        node,
        message:
          'No type assertions: parse the value, or list the file in scripts/checks/boundary-files.json with the reason.',
      })
    }
    return { TSAsExpression: check, TSTypeAssertion: check }
  },
}

/** A test waits for what it is about; a pause is too long on one machine and too short on another. */
const noSleepingTest = {
  create(context) {
    if (!TEST_FILE.test(context.filename)) return {}
    const report = (node) =>
      context.report({
        node,
        message: 'A test never sleeps: wait for the event or the condition it is about.',
      })
    return {
      CallExpression(node) {
        if (isMember(node.callee, 'waitForTimeout') || isMember(node.callee, 'wait', 'Atomics')) report(node)
      },
      ImportDeclaration(node) {
        if (/^(node:)?timers\/promises$/.test(node.source.value)) report(node)
      },
      NewExpression(node) {
        if (node.callee.name === 'Promise' && isPause(node.arguments[0])) report(node)
      },
    }
  },
}

/** Whoever switches a rule off says why: `// oxlint-disable-next-line rule -- reason`. */
const reasonedException = {
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

/** A file is named after its subject; these names fit anything. */
const noVagueFileName = {
  create(context) {
    return {
      Program(node) {
        const name = context.filename.split(/[\\/]/).at(-1)?.split('.')[0] ?? ''
        if (VAGUE.has(name))
          context.report({ node, message: `'${name}' names no subject: call the file after what is in it.` })
      },
    }
  },
}

export default {
  meta: { name: 'house' },
  rules: {
    'boundary-assertion': boundaryAssertion,
    'no-sleeping-test': noSleepingTest,
    'reasoned-exception': reasonedException,
    'no-vague-file-name': noVagueFileName,
  },
}

/** `new Promise((resolve) => setTimeout(resolve, …))`; a deadline that rejects is no pause. */
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

function isMember(callee, property, object) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.name === property &&
    (object === undefined || callee.object.name === object)
  )
}
