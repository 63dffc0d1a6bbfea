import fc from 'fast-check'

/** A change of a file. `at` is a part of its length, from 0 to 1; `value` is written there, or its rest. */
export type Mutation =
  | { type: 'byte'; at: number; value: number }
  | { type: 'length'; at: number; value: number }
  | { type: 'zero' | 'repeat' | 'remove'; at: number; value: number }
  | { type: 'cut'; at: number; value: number }

const SNIFFED_BYTES = 12

/** Numbers that are on the edge of a type. */
const EDGES = [0, 1, 7, 0x7f, 0x7fff, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff8, 0x01000000]

/** Changes of a few places, of which headers and indexes have more than their share. */
export function someMutations(): fc.Arbitrary<Mutation[]> {
  const position = fc.oneof(
    ...[
      { min: 0, max: 1 },
      { min: 0, max: 0.1 },
      { min: 0.8, max: 1 },
    ].map((range) => fc.noBias(fc.double({ ...range, noNaN: true }))),
  )
  const byte = fc.record({
    type: fc.constant('byte' as const),
    at: position,
    value: fc.integer({ min: 0, max: 255 }),
  })
  const length = fc.record({
    type: fc.constant('length' as const),
    at: position,
    value: fc.constantFrom(...EDGES),
  })
  const range = fc.record({
    type: fc.constantFrom('zero' as const, 'repeat' as const, 'remove' as const),
    at: position,
    value: fc.integer({ min: 1, max: 200 }),
  })
  const cut = fc.record({ type: fc.constant('cut' as const), at: position, value: fc.constant(0) })
  const weighted = fc.oneof(
    { arbitrary: byte, weight: 6 },
    { arbitrary: length, weight: 4 },
    { arbitrary: range, weight: 2 },
    { arbitrary: cut, weight: 1 },
  )
  return fc.array(weighted, { minLength: 1, maxLength: 4 })
}

export function mutate(original: Buffer, mutations: readonly Mutation[]): Buffer {
  return mutations.reduce<Buffer>((bytes, mutation) => change(bytes, mutation), Buffer.from(original))
}

function change(bytes: Buffer, { type, at, value }: Mutation): Buffer {
  // A file whose first bytes are those of no container is not read at all.
  const start = SNIFFED_BYTES + Math.floor(at * Math.max(0, bytes.length - SNIFFED_BYTES - 4))
  switch (type) {
    case 'byte':
      if (start < bytes.length) bytes[start] = value
      return bytes
    case 'length':
      if (start + 4 <= bytes.length) bytes.writeUInt32BE(value, start)
      return bytes
    case 'zero':
      return bytes.fill(0, start, Math.min(bytes.length, start + value))
    case 'repeat':
      return Buffer.concat([bytes.subarray(0, start + value), bytes.subarray(start)])
    case 'remove':
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + value)])
    case 'cut':
      return bytes.subarray(0, start)
    default:
      return type satisfies never
  }
}
