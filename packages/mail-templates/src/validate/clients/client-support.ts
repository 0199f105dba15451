import { ChanceryError, type ClientGaps, type ClientVerdict, pointerTo, suggest } from '@chancery/core'
import { clientNames, features } from './client-support-data.ts'

export { dataDate } from './client-support-data.ts'

/** A part of HTML or CSS, by its name and title at caniemail.com. */
export interface Feature {
  readonly slug: string
  readonly title: string
  /** A letter for each mail program, in the order of `clientNames`. */
  readonly support: string
}

export const featuresBySlug: ReadonlyMap<string, Feature> = new Map(
  features.map(([slug, title, support]) => [slug, { slug, title, support }]),
)

/** The feature of that name, or none. */
export function featureNamed(slug: string): readonly Feature[] {
  const found = featuresBySlug.get(slug)
  return found === undefined ? [] : [found]
}

/** Mail programs that matter where nothing else is said. */
const usual = ['gmail', 'outlook', 'apple-mail', 'yahoo']

/** Mail programs and their families, by name. */
const known = [...new Set(clientNames.flatMap(([id]) => [id, id.slice(0, id.indexOf('.'))]))]

/** What mail programs show, and what of it a template uses. */
export interface ClientSupport {
  /** The mail programs that matter and show the feature in part or not at all; `worst` of them all. */
  verdictsOn(feature: Feature): {
    readonly verdicts: readonly ClientVerdict[]
    readonly worst: 'full' | 'partial' | 'none'
  }
  use(feature: Feature): void
  /** Of every mail program: what it lacks of all that was used. */
  matrix(): readonly ClientGaps[]
}

/** @throws `invalid_request` for a mail program that there is not. */
export function clientSupport(wanted: readonly string[] = usual): ClientSupport {
  const violations = wanted.flatMap((name, index) => {
    if (known.includes(name)) return []
    const near = suggest(name, known)
    const hint =
      near === undefined
        ? `One of ${known.filter((each) => !each.includes('.')).join(', ')}.`
        : `Did you mean "${near}"?`
    return [
      {
        pointer: pointerTo(['clients', String(index)]),
        code: 'unknown_client',
        message: `No mail program "${name}" is known.`,
        hint,
      },
    ]
  })
  if (violations.length > 0) throw new ChanceryError('invalid_request', 'A mail program is not known.', { violations })
  const indexes = clientNames.flatMap(([id], index) =>
    wanted.some((name) => id === name || id.startsWith(`${name}.`)) ? [index] : [],
  )
  const used = new Set<Feature>()
  const verdicts = new Map<Feature, ReturnType<ClientSupport['verdictsOn']>>()
  return {
    verdictsOn(feature) {
      const kept = verdicts.get(feature)
      if (kept !== undefined) return kept
      const found = indexes.flatMap((index): ClientVerdict[] => {
        const [client = '', name = ''] = clientNames[index] ?? []
        const letter = feature.support[index]
        return letter === 'n' || letter === 'a' ? [{ client, name, support: letter === 'n' ? 'none' : 'partial' }] : []
      })
      const worst = found.some(({ support }) => support === 'none') ? 'none' : found.length > 0 ? 'partial' : 'full'
      const verdict = { verdicts: found, worst } as const
      verdicts.set(feature, verdict)
      return verdict
    },
    use: (feature) => void used.add(feature),
    matrix: () => {
      const all = [...used]
      return clientNames.map(([client, name], index) => {
        const titles = (letter: string): string[] =>
          all.flatMap(({ support, title }) => (support[index] === letter ? title : []))
        return { client, name, partial: titles('a'), none: titles('n') }
      })
    },
  }
}
