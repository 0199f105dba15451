import type { FoundField, FoundValue, Identification, Span } from '@chancery/core'
import type { Target } from '../labels/target.ts'
import { certaintyOf } from './certainty.ts'
import type { Option } from './option.ts'

export interface Options {
  readonly target: Target
  readonly options: readonly Option[]
}

const key = (option: Option): string => JSON.stringify(option.value.value)
const overlap = (a: Option, b: Option): boolean => a.value.start < b.value.end && b.value.start < a.value.end

/** Competition: a value near labels of several fields goes to the one that it fits best. */
export function withCompetition(all: readonly Options[]): Map<Target, Option[]> {
  const ranked = all
    .flatMap(({ target, options }) => options.map((option) => ({ target, option })))
    .toSorted((a, b) => b.option.score - a.option.score)
  const owners = new Map<number, { target: Target; option: Option }>()
  const settled = new Map<Target, Option[]>(all.map(({ target }) => [target, []]))
  const chosen = new Set<Target>()
  for (const { target, option } of ranked) {
    const owner = owners.get(option.value.start)
    // A party answers both `parties` and the field of its role, a signature who sends and who signs; a pattern names its own value.
    const shared =
      option.method === 'preamble' ||
      option.method === 'signature' ||
      option.method === 'pattern' ||
      owner?.option.method === 'pattern'
    const rival = owner !== undefined && owner.target !== target && owner.option.value.type === option.value.type
    const lost = rival && !shared && owner.option.score > option.score * 1.02 && overlap(owner.option, option)
    settled.get(target)?.push(lost ? { ...option, score: option.score * 0.4 } : option)
    if (!lost && (!chosen.has(target) || target.many)) owners.set(option.value.start, { target, option })
    chosen.add(target)
  }
  return settled
}

/** One value may be found in several places and ways: each adds a little certainty to the best of them. */
function merged(options: readonly Option[]): Option[] {
  const byValue = new Map<string, Option>()
  for (const option of options.toSorted((a, b) => b.score - a.score || a.value.start - b.value.start)) {
    const value = key(option)
    const same = byValue.get(value)
    if (!same) byValue.set(value, option)
    else if (same.value.start !== option.value.start || same.method !== option.method) {
      byValue.set(value, { ...same, score: same.score + (1 - same.score) * option.score * 0.12 })
    }
  }
  return [...byValue.values()].toSorted((a, b) => b.score - a.score)
}

const rounded = (value: number): number => Math.round(Math.min(0.99, Math.max(0, value)) * 1000) / 1000

export interface Grounding {
  raw(start: number, end: number): string
  span(start: number, end: number): Span
}

/** The best value of each field, its certainty lowered where another comes close; the others as alternatives. */
export function settle(
  all: readonly Options[],
  grounding: Grounding,
  minConfidence: number,
  profile: Identification['profile'],
): FoundField[] {
  const found: FoundField[] = []
  const ground = (option: Option, confidence: number): FoundValue => ({
    value: option.value.value,
    raw: grounding.raw(option.value.start, option.value.end),
    confidence: rounded(confidence),
    span: grounding.span(option.value.start, option.value.end),
  })
  for (const [target, options] of withCompetition(all)) {
    const certainty = certaintyOf(profile, target.canonical)
    const field = (option: Option, confidence: number, rest: readonly Option[]): FoundField => {
      const first = ground(option, confidence)
      const readings = option.value.alternatives.map((reading) => ({
        ...first,
        value: reading.value,
        confidence: rounded(reading.confidence * confidence),
      }))
      // One value alone is right: the others have what the best leaves.
      const others = rest.map((other) => ground(other, certainty(other.score, other.method) * (1 - confidence)))
      const alternatives = [...readings, ...others].slice(0, 3)
      return { name: target.name, type: target.type, ...first, method: option.method, alternatives }
    }
    if (target.many) {
      const kept: Option[] = []
      const taken = new Set<number>()
      for (const option of options) {
        if (certainty(option.score, option.method) < minConfidence || taken.has(option.value.start)) continue
        taken.add(option.value.start)
        kept.push(option)
      }
      const inOrder = kept.toSorted((a, b) => a.value.start - b.value.start)
      let end = -1
      for (const option of inOrder) {
        if (option.value.start < end) continue
        end = option.value.end
        found.push(field(option, certainty(option.score, option.method), []))
      }
      continue
    }
    const [best, ...rest] = merged(options)
    if (!best) continue
    const margin = (best.score - (rest[0]?.score ?? 0)) / best.score
    const confidence = certainty(best.score * (0.8 + 0.2 * Math.min(1, margin * 2)), best.method)
    if (rounded(confidence) >= minConfidence) found.push(field(best, confidence, rest))
  }
  return found
}
