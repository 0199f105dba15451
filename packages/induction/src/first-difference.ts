import { leavesOf, type SampleGroup } from './sample.ts'

/** Where a template filled again first gives another text than its sample. */
interface Difference {
  /** Number of the paragraph in the order of the document, tables and headers counted in. */
  readonly paragraph: number
  /** What differs there, in a few words. */
  readonly kind: string
  /** The sample around the first character that differs, and what stands there instead. */
  readonly wanted: string
  readonly got: string
}

/** Characters that are shown before and behind the first one that differs. */
const around = 30

/** The first paragraph that differs; `undefined` where texts and addresses are the same, and what differs is a format or a picture. */
export function firstDifference(sample: SampleGroup, refilled: SampleGroup): Difference | undefined {
  const [wanted, got] = [leavesOf(sample), leavesOf(refilled)]
  for (let at = 0; at < Math.max(wanted.length, got.length); at++) {
    const [one, other] = [wanted[at], got[at]]
    const slots = Math.max(one?.slots.length ?? 0, other?.slots.length ?? 0)
    for (let slot = 0; slot < slots; slot++) {
      const [text = '', instead = ''] = [one?.slots[slot], other?.slots[slot]]
      if (one !== undefined && other !== undefined && text === instead) continue
      return { paragraph: at + 1, kind: kindOf(one, other, slot), ...excerpts(text, instead) }
    }
  }
  return undefined
}

type Leaf = ReturnType<typeof leavesOf>[number]

function kindOf(wanted: Leaf | undefined, got: Leaf | undefined, slot: number): string {
  if (wanted === undefined) return 'a paragraph too many'
  if (got === undefined) return 'a paragraph that is not there'
  if ((wanted.purposes?.[slot] ?? 'text') !== 'text') return 'another address'
  const [text = '', instead = ''] = [wanted.slots[slot], got.slots[slot]]
  if (instead === '') return 'a text that is not there'
  if (withoutSpace(text) === withoutSpace(instead)) return 'other spaces'
  return text.toLowerCase() === instead.toLowerCase() ? 'other large and small letters' : 'another text'
}

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '')

function excerpts(text: string, instead: string): Pick<Difference, 'wanted' | 'got'> {
  let at = 0
  while (at < text.length && text[at] === instead[at]) at++
  const part = (whole: string): string => whole.slice(Math.max(0, at - around), at + around)
  return { wanted: part(text), got: part(instead) }
}
