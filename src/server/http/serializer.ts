import { build, type Schema } from 'fast-json-stringify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'

type Serialize = (response: unknown) => string

const serializers = new WeakMap<Endpoint, Serialize>()

/**
 * Returns the function that serializes the responses of an endpoint by its schema: properties that are not in the schema
 * are left out. Compiled on the first call, as compiling all of them takes a large part of the server's start.
 */
export function serializerOf(endpoint: Endpoint): Serialize {
  const compiled = serializers.get(endpoint)
  if (compiled) return compiled
  const schema = z.toJSONSchema(endpoint.response, { target: 'draft-7', io: 'output' })
  // Boundary: both types describe a JSON schema of draft 7.
  const serialize = build(schema as Schema)
  serializers.set(endpoint, serialize)
  return serialize
}
