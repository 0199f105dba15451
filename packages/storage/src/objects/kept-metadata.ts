import type { OwnFacts } from './object-driver.ts'

/** How one vendor's metadata is written. */
export interface MetadataRules {
  /** What names of our own begin with. */
  readonly prefix: string
  /** Whether the vendor keeps this name and this text just as they are. */
  readonly isPlain: (name: string, text: string) => boolean
}

/** Our facts, by the ends of their names. */
const names = { sha256: 'sha256', crc32c: 'crc32c', createdAt: 'created-at', write: 'write' } as const

/** Of a name as HTTP headers have it: case is lost, and Azure knows no hyphen. */
const nameOf = (prefix: string, end: string): string =>
  prefix.endsWith('_') ? prefix + end.replaceAll('-', '_') : prefix + end

/**
 * What is kept beside an object: names and texts that the vendor keeps as they are, so that others can read them; the rest
 * together, as JSON in base64url under one name of ours.
 */
export function writtenMetadata(
  metadata: Readonly<Record<string, string>>,
  own: OwnFacts,
  { prefix, isPlain }: MetadataRules,
): Record<string, string> {
  const entries = Object.entries(metadata)
  const isKept = ([name, text]: readonly [string, string]): boolean =>
    !name.toLowerCase().startsWith(prefix) && isPlain(name, text)
  const rest = Object.fromEntries(entries.filter((entry) => !isKept(entry)))
  const packed = Buffer.from(JSON.stringify(rest)).toString('base64url')
  const facts = Object.entries(names).flatMap(([fact, end]) => {
    const value = own[fact as keyof OwnFacts]
    return value === undefined ? [] : [[nameOf(prefix, end), value] as const]
  })
  return Object.fromEntries([
    ...entries.filter(isKept),
    ...(Object.keys(rest).length === 0 ? [] : [[nameOf(prefix, 'metadata'), packed] as const]),
    ...facts,
  ])
}

/** The same the other way. Another program may have written anything there. */
export function readMetadata(
  written: Readonly<Record<string, unknown>>,
  { prefix }: Pick<MetadataRules, 'prefix'>,
): { readonly metadata: Record<string, string>; readonly own: OwnFacts } {
  const entries = Object.entries(written).filter(([, value]) => value !== undefined && value !== null)
  const plain = entries.filter(([name]) => !name.toLowerCase().startsWith(prefix))
  const ours = new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)]))
  const own = Object.fromEntries(
    Object.entries(names).flatMap(([fact, end]) => {
      const value = ours.get(nameOf(prefix, end))
      return value === undefined ? [] : [[fact, value]]
    }),
  )
  const packed = textsIn(ours.get(nameOf(prefix, 'metadata')))
  return {
    metadata: Object.fromEntries([...plain.map(([name, value]) => [name, String(value)] as const), ...packed]),
    own,
  }
}

function textsIn(packed: string | undefined): (readonly [string, string])[] {
  if (packed === undefined) return []
  try {
    const value: unknown = JSON.parse(Buffer.from(packed, 'base64url').toString())
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []))
  } catch {
    return []
  }
}

/** What HTTP carries as it is: printable ASCII, with no space at its ends. */
export const isHeaderText = (text: string): boolean => /^(?:[!-~](?:[ -~]*[!-~])?)$/.test(text)
