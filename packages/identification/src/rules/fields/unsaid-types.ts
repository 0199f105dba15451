import type { FieldType, SearchedModel } from '@chancery/core'
import { labelHits } from '../labels/label-hits.ts'
import { spaced, type Target } from '../labels/target.ts'
import { labelWords } from './alike-words.ts'
import { countedThings } from './counted-things.ts'
import { fallBacks, type Paper } from './fall-backs.ts'
import { labelOptions } from './label-options.ts'
import { firstWithin, type Values } from '../read-values.ts'
import type { Option } from './option.ts'

/** Types whose values show by their form, so that the words around one say which it is. */
const shown: readonly FieldType[] = ['money', 'date', 'duration', 'percent', 'person', 'organization', 'integer']
/** Less sure is a value some words from a label, which may be that of another thing in the sentence. */
const leastLabel = 0.55
const leastSentence = 0.5
/** What a sentence calls by such words stands in the first of them. */
const mostHits = 4000
/** What may be said in the other way: until when, and how long. */
const otherways: Readonly<Partial<Record<FieldType, readonly FieldType[]>>> = {
  duration: ['date'],
  date: ['duration'],
  identifier: ['integer'],
  text: shown,
}
/** No request has so many fields that nothing says. */
const mostFields = 40

/** A field that is read as of a type that its name does not say. */
export interface Reread {
  readonly target: Target
  readonly options: readonly Option[]
}

/**
 * What a paper gives fields whose names say no type, or another than it has: `labour` of `Labour will cost £6,400` is
 * money. The type is that of the value which the words of the name are surest of.
 */
export function ofUnsaidTypes(
  paper: Paper,
  model: SearchedModel,
  fields: readonly { readonly target: Target; readonly description: string | undefined }[],
): ReadonlyMap<Target, Reread> {
  const asked = fields.slice(0, mostFields)
  if (asked.length === 0) return new Map()
  const { index, values } = paper
  const readings = new Map(
    asked.map(({ target }) => [target, (otherways[target.type] ?? []).map((type): Target => ({ ...target, type }))]),
  )
  const options = new Map<Target, Option[]>([...readings.values()].flat().map((reading) => [reading, []]))
  // A bare number is money only where the name says so: `mileage 61,240`.
  const add = (reading: Target, option: Option): void => {
    if (reading.type !== 'money' || option.value.bare !== true) options.get(reading)?.push(option)
  }
  // Any number stands at any word: a count is told by what there are so many of.
  const labelled = [...options.keys()].filter(({ type }) => type !== 'integer')
  labelOptions(index, model, values, labelHits(index, labelled).slice(0, mostHits), add)
  const counting: Paper = { ...paper, counted: countedThings(index, values) }
  const found = new Map<Target, Reread>()
  for (const { target, description } of asked) {
    const all = (readings.get(target) ?? []).map((reading): Reread => {
      const own = (options.get(reading) ?? []).filter(({ score }) => score >= leastLabel)
      const others = own.length > 0 ? [] : fallBackOptions(counting, reading, description)
      return { target: reading, options: [...own, ...others.filter(({ score }) => score >= leastSentence)] }
    })
    const [best] = all
      .map((one) => ({ one, score: one.options.reduce((most, { score }) => Math.max(most, score), 0) }))
      .toSorted((a, b) => b.score - a.score)
    if (best !== undefined && best.score > 0) found.set(target, best.one)
  }
  return found
}

/** `luogoNascitaComodataria` says a role, and asks for something of whoever has it: not for whom the head of the paper names. */
const isOfSeveralWords = ({ name }: Target): boolean => labelWords(spaced(name)).telling.length > 1

/** What the surest way gives that a field of that type is looked for where no label says it. */
function fallBackOptions(paper: Paper, target: Target, description: string | undefined): readonly Option[] {
  for (const step of fallBacks) {
    const options = step.flatMap((found) => found(paper, { target, description, isOwned: false }))
    if (options.length > 0) return options.filter(({ method }) => method !== 'position' || !isOfSeveralWords(target))
  }
  return []
}

const written: readonly FieldType[] = ['money', 'percent', 'date', 'phone', 'email', 'iban', 'organization', 'person']

/**
 * Where no type was asked for, a text that is a value of a type and nothing else is read as one (`Lohnsteuer 112,33 €`), and
 * a firm that is a person as a person.
 */
export function asShown(text: string, values: Values, target: Target, options: readonly Option[]): Reread {
  const [best] = options.toSorted((a, b) => b.score - a.score)
  if (best !== undefined && target.type === 'organization' && !target.typed && isPerson(values, best))
    return { target: { ...target, type: 'person' }, options }
  if (best === undefined || target.typed || target.many || target.canonical !== undefined || target.type !== 'text')
    return { target, options }
  const { start, end } = best.value
  const person = firstWithin(values.of('person'), start, end)
  if (person && isTitleOnly(start, person.start) && numberBehind.test(text.slice(person.end, end)))
    return { target: { ...target, type: 'person' }, options: [{ ...best, value: person }] }
  for (const type of written) {
    const value = firstWithin(values.of(type), start, end)
    const isWhole = value !== undefined && value.end >= end && isTitleOnly(start, value.start)
    if (value && isWhole && value.bare !== true) return { target: { ...target, type }, options: [{ ...best, value }] }
  }
  return { target, options }
}
/** What may stand before the name of a person. */
const longestTitle = 8
/** `Michał Stachura, tel. 601 234 567` is who, and how to reach him. */
const numberBehind =
  /^, (?:tel|phone|mobile|fax|mob|handy|tél|cell|e-?mail|PESEL|NIP|DNI|NIE|NIF|CPF|BSN|C\.F\.|cod|geb|born|née?|nat[oa]|nacid[oa]|ur)(?!\p{L})/iu
const isTitleOnly = (start: number, name: number): boolean => name - start <= longestTitle

/** `Monsieur Alain Berthier` is a person, whatever a seller is called for. */
const isPerson = (values: Values, { value: { start } }: Option): boolean =>
  firstWithin(values.of('person'), start, start + 1) !== undefined &&
  firstWithin(values.of('organization'), start, start + 1) === undefined
