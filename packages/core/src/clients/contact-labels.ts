import type { ClientData, ContactLabels } from '../model/client-record.ts'

/** More of one address or number are those of many sources, each with its own word. */
const maxLabels = 8
const maxLabelLength = 50

/** Whom it reaches (RFC 9553, 1.5.1). */
export const contexts: ReadonlySet<string> = new Set(['work', 'private'])
/** What a telephone is (RFC 9553, 2.3.3). */
export const features: ReadonlySet<string> = new Set([
  'mobile',
  'voice',
  'fax',
  'pager',
  'text',
  'video',
  'main-number',
  'textphone',
])
const standard: readonly string[] = [...contexts, ...features]

/**
 * Labels, each once: those of the standard in one order, and behind them words of somebody's own, on one line and without
 * what separates labels in a table, or begins a formula there.
 */
export function listedLabels(words: readonly string[]): readonly string[] {
  const plain = words.map((word) =>
    word
      .replaceAll(/[\s,:;]+/g, ' ')
      .replace(/^[^\p{L}\p{N}]+/u, '')
      .slice(0, maxLabelLength)
      .trim(),
  )
  const all = new Set(plain)
  all.delete('')
  const own = ownLabels([...all])
  return [...standard.filter((label) => all.has(label)), ...own].slice(0, maxLabels)
}

/** Labels that are words of somebody's own. */
export const ownLabels = (labels: readonly string[] = []): readonly string[] =>
  labels.filter((label) => !contexts.has(label) && !features.has(label))

/** Labels of two sources as a field of a client that has `emails` and `phones`. */
export function joinContactLabels(
  known: ContactLabels = {},
  incoming: ContactLabels = {},
  { emails, phones }: Pick<ClientData, 'emails' | 'phones'>,
): Pick<ClientData, 'contactLabels'> {
  const all = [...emails, ...phones].flatMap((contact) => {
    const labels = listedLabels([...(known[contact] ?? []), ...(incoming[contact] ?? [])])
    return labels.length === 0 ? [] : [[contact, labels] as const]
  })
  return all.length === 0 ? {} : { contactLabels: Object.fromEntries(all) }
}

/** `work, mobile: +49171…`, one address or number a line, as tables have them. */
export const contactLabelsText = (labels: ContactLabels = {}): string =>
  Object.entries(labels)
    .map(([contact, words]) => `${words.join(', ')}: ${contact}`)
    .join('\n')

/** A line of it read back; `undefined`: it is none. */
export function contactLabelsLine(
  line: string,
): { readonly contact: string; readonly labels: readonly string[] } | undefined {
  const colon = line.indexOf(': ')
  const labels = colon === -1 ? [] : listedLabels(line.slice(0, colon).split(','))
  return labels.length === 0 ? undefined : { contact: line.slice(colon + 2).trim(), labels }
}
