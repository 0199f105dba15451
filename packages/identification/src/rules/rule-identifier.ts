import {
  type FieldIdentifier,
  type FieldType,
  type Finding,
  type FoundEntity,
  type Identification,
  type IdentifyRequest,
  nextTurn,
  throwIfCancelled,
} from '@chancery/core'
import { candidate, type Candidate } from './candidate.ts'
import { decideConventions } from './conventions.ts'
import { alikeOptions, keysOf } from './fields/alike-keys.ts'
import { entitiesOf } from './fields/entities.ts'
import { formOptions } from './fields/form-options.ts'
import { labelOptions, mostLabels } from './fields/label-options.ts'
import type { Option } from './fields/option.ts'
import { numberedOptions } from './fields/numbered-words.ts'
import { optionsOfOwner, type Owned, ownerOf } from './fields/owner.ts'
import { partyByNumber } from './fields/party-by-number.ts'
import { compilePattern, occurringIn, type Pattern } from './fields/pattern.ts'
import { paperNumber } from './fields/paper-number.ts'
import { periodOptions } from './fields/period-ends.ts'
import { recordColumns } from './fields/record-columns.ts'
import { recordOptions } from './fields/record-rows.ts'
import { roleOptions } from './fields/role-words.ts'
import { signingOptions } from './fields/signs-for.ts'
import { unitOptions } from './fields/unit-numbers.ts'
import { sentenceOptions, stemsOf } from './fields/sentence-words.ts'
import { settle, type Grounding, withCompetition } from './fields/settle.ts'
import { findKeyValues, mostKeyValues } from './labels/key-values.ts'
import { labelHits } from './labels/label-hits.ts'
import { lexicon, type CanonicalName } from './labels/lexicon.ts'
import { targetOf, type Target } from './labels/target.ts'
import { chooseProfile } from './profiles/choose-profile.ts'
import { askedOnly, finders, wantedOnly } from './profiles/finders.ts'
import { profileFields } from './profiles/profile-fields.ts'
import { isTaxRate } from './profiles/tax-rate.ts'
import { firstWithin, readValues, type Values } from './read-values.ts'
import { searchedParts } from './searched-parts.ts'
import { mostText, textInReach } from './text-in-reach.ts'
import { fold, indexText, lastAtOrBefore } from './text-index.ts'

/** What decides where neither the call nor the text does. */
export interface RuleIdentifierSettings {
  /** ISO 3166 alpha-2: reads national phone numbers and ambiguous dates where no locale is given. */
  readonly country?: string
}

/** Types that show by their form alone, so that the only one in a text is likely the one that is wanted. */
const telling: ReadonlySet<FieldType> = new Set([
  'email',
  'phone',
  'iban',
  'url',
  'party',
  'address',
  'duration',
  'percent',
  'organization',
  'person',
  'date',
  'datetime',
  'money',
  'country',
  'number',
  'integer',
])
/** Below it a label in other words says more. */
const leastSure = 0.62
const names: ReadonlySet<FieldType> = new Set(['party', 'organization', 'person'])
/** Beyond it they are rows of data, and not facts of a document. */
const mostValues = 20_000

/** What a list has no room for. */
const leftOut = (
  lists: readonly { readonly what: string; readonly count: number; readonly most: number; readonly done?: string }[],
): Finding[] =>
  lists
    .filter(({ count, most }) => count > most)
    .map(({ what, most, done = 'listed' }) => ({
      code: 'values_left_out',
      severity: 'warning',
      message: `There are more ${what} than the ${most.toLocaleString('en')} that are ${done}.`,
      hint: 'Search parts of the text by themselves.',
    }))

/** Of these a text has many, and one of them means nothing without a label. */
const vague: ReadonlySet<FieldType> = new Set([
  'date',
  'datetime',
  'money',
  'organization',
  'person',
  'party',
  'percent',
  'duration',
  'country',
  'address',
  'number',
  'integer',
])

function profileTargets(profile: Identification['profile']): { targets: Target[]; expected: readonly string[] } {
  const known = profileFields[profile]
  const names = known
    ? [...known.expected, ...known.also]
    : (Object.keys(lexicon) as CanonicalName[]).filter((name) => !askedOnly.has(name))
  return { targets: names.map((name) => targetOf({ name })), expected: known?.expected ?? [] }
}

/** Those of a type that show by their form alone; for numbers that is any of them. */
const plainOf = (type: FieldType, values: Values) =>
  type === 'number' || type === 'integer' ? values.of(type) : values.of(type).filter(({ bare }) => bare !== true)

/** They show by their form, and a paper's own stand in its letterhead without a label. */
const unlabelled: ReadonlySet<CanonicalName | undefined> = new Set<CanonicalName>(['email', 'phone', 'iban'])
const faxBefore = /fax|t[ée]l[ée]cop/iu

/** A value where none has a label: by type, for fields whose type says enough. */
function byType(target: Target, text: string, values: Values, own: boolean): Option[] {
  if (!telling.has(target.type)) return []
  // The name says no more than the type ("email"), or asks for whichever there are.
  const plain = fold(target.name.replace(/[^\p{L}]/gu, '')).endsWith(target.type) || target.many || target.typed
  if (vague.has(target.type) && (!plain || !own)) return []
  // A percentage that is a tax's is not another field's.
  const isOther = (value: Candidate): boolean =>
    target.type === 'percent' && !target.many && target.canonical !== 'taxRate' && isTaxRate(text, value)
  const list = plainOf(target.type, values).filter((value) => !isOther(value))
  const several = new Set(list.map((value) => JSON.stringify(value.value))).size > 1
  // Any number is one, so that the first of several says nothing.
  if (several && !target.many && (target.type === 'number' || target.type === 'integer')) return []
  const score =
    (target.many ? 0.75 : several ? 0.42 : 0.6) * (target.canonical === undefined && !target.typed ? 0.85 : 1)
  return list.slice(0, target.many ? mostValues : 4).map((value, at) => ({
    value,
    score: (target.many ? score : score - at * 0.02) * value.confidence,
    method: 'type',
  }))
}

/** Occurrences of a caller's pattern, read as the wanted type where one was named. */
function byPattern(target: Target, pattern: Pattern, text: string, values: Values): Option[] {
  const known = new Map(values.of(target.type).map((value) => [`${value.start}-${value.end}`, value] as const))
  const options: Option[] = []
  const free = target.type === 'text' || target.type === 'identifier' || !target.typed
  for (const { start, end } of pattern.occurrences(text)) {
    const value = known.get(`${start}-${end}`)
    if (value) options.push({ value, score: 0.85, method: 'pattern' })
    else if (free)
      options.push({
        value: candidate(target.type === 'identifier' ? 'identifier' : 'text', start, end, text.slice(start, end), 0.8),
        score: 0.8,
        method: 'pattern',
      })
  }
  return options
}

/** Parties answer fields by their role: ("the Tenant") is the `tenant`. */
function byRole(target: Target, values: Values): Option[] {
  if (target.type !== 'party' && target.type !== 'person' && target.type !== 'organization' && target.type !== 'text')
    return []
  const labels = new Set(target.labels.filter(([, strength]) => strength > 0.7).map(([label]) => fold(label)))
  const options: Option[] = []
  for (const value of values.of('party')) {
    const party = value.value
    if (typeof party !== 'object' || party === null || !('role' in party) || typeof party.role !== 'string') continue
    if (!labels.has(fold(party.role))) continue
    const read = target.type === 'party' ? value : { ...value, type: target.type, value: party.name ?? null }
    options.push({ value: read, score: 0.93 * value.confidence, method: 'preamble' })
  }
  return options
}

/**
 * Finds facts by rules: scanners for kinds of value, labels in seven languages, and the places where papers of a kind
 * say things. Offline, the same answer for the same text, in time that grows linearly with it.
 */
export function createRuleIdentifier(settings: RuleIdentifierSettings = {}): FieldIdentifier {
  return {
    id: 'rules',
    async identify(request: IdentifyRequest, { signal }): Promise<Identification> {
      const pause = (): Promise<void> => nextTurn(signal)
      throwIfCancelled(signal)
      const { minConfidence } = request
      // The same, whether it was sent to another process or not.
      const model = textInReach(searchedParts(request.model))
      const patterns = (request.fields ?? []).map((field, at) =>
        field.pattern === undefined ? undefined : compilePattern(field.pattern, at),
      )
      const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
      const index = indexText(model.text)
      const { text } = index
      const how = decideConventions(index, request.locale, settings.country?.toUpperCase())
      const profile = request.profile === 'auto' ? chooseProfile(index) : request.profile
      await pause()
      const values = await readValues(index, how, parsePhoneNumberFromString, mostValues + 1, pause)

      const { targets, expected } =
        request.fields === undefined
          ? profileTargets(profile)
          : {
              targets: request.fields.map(targetOf),
              expected: request.fields.filter((field) => field.required === true).map((field) => field.name),
            }
      const wantedOf = new Map(targets.map((target, at) => [target, request.fields?.[at]] as const))
      const owners = new Map<Target, Owned>()
      for (const target of request.fields === undefined ? [] : targets) {
        const owner = ownerOf(target, targets, wantedOf.get(target)?.description)
        if (owner) owners.set(target, owner)
      }
      const sought = [...new Set([...targets, ...[...owners.values()].map(({ owner }) => owner)])]
      const options = new Map<Target, Option[]>(sought.map((target) => [target, []]))
      const patternOf = new Map(targets.map((target, at) => [target, patterns[at]] as const))
      const occurring = occurringIn(
        text,
        patterns.filter((pattern) => pattern !== undefined),
      )
      const add = (target: Target, option: Option): void => {
        const pattern = patternOf.get(target)
        if (pattern && !pattern.matches(text.slice(option.value.start, option.value.end))) return
        options.get(target)?.push(option)
      }
      const hits = labelHits(index, sought)
      labelOptions(index, model, values, hits, add)
      formOptions(index, model, values, targets, add)
      await pause()
      const keyValues = findKeyValues(index, model, values)
      const isAsked = request.fields !== undefined
      const keys = isAsked ? keysOf(text, keyValues) : []
      const finding = { index, values, how, profile }
      const open = profile === 'other' && !isAsked
      for (const target of sought) {
        const { canonical } = target
        const finder = canonical === undefined || (open && wantedOnly.has(canonical)) ? undefined : finders[canonical]
        const placed = finder?.(finding) ?? []
        // Receipts print totals of many things: there arithmetic decides, not the label alone.
        if (placed.length > 0 && canonical === 'total' && profile === 'receipt') options.set(target, [])
        for (const option of placed) if (isOfKind(option, target, values)) add(target, asWanted(option, target))
        for (const option of [...byRole(target, values), ...partyByNumber(values, target)]) add(target, option)
        const pattern = patternOf.get(target)
        if (pattern && occurring.has(pattern))
          for (const option of byPattern(target, pattern, text, values)) add(target, option)
        if (isAsked) for (const option of periodOptions(finding, target)) add(target, option)
        for (const option of paperNumber(index, values, keyValues, target)) add(target, option)
      }
      const stems = isAsked ? stemsOf(index) : new Map<string, number[]>()
      const isMet = (target: Target): boolean => (options.get(target) ?? []).some(({ score }) => score >= leastSure)
      /** What is left where nothing says a field's own label. */
      const fallBack = (target: Target): void => {
        if (isAsked && !isMet(target))
          for (const option of alikeOptions(index, values, keys, target, wantedOf.get(target)?.description))
            add(target, option)
        if (isAsked && !isMet(target))
          for (const option of [
            ...numberedOptions(index, values, stems, target),
            ...unitOptions(index, values, target),
            ...signingOptions(index, values, stems, target),
            ...roleOptions(index, values, stems, target),
          ])
            add(target, option)
        if (isAsked && !isMet(target))
          for (const option of sentenceOptions(index, values, stems, target, wantedOf.get(target)?.description))
            add(target, option)
        if (!(isAsked || unlabelled.has(target.canonical)) || (options.get(target)?.length !== 0 && !target.many))
          return
        const own = targets.every((other) => other === target || other.type !== target.type)
        for (const option of byType(target, text, values, own)) {
          const { start } = option.value
          if (isAsked || !faxBefore.test(text.slice(Math.max(0, start - 14), start))) add(target, option)
        }
      }
      const all = targets.find(({ canonical }) => canonical === 'parties')
      if (all && options.get(all)?.length === 0) for (const option of partiesOfRoles(targets, options)) add(all, option)
      for (const target of targets) {
        if (target.type !== 'record') continue
        const columns = recordColumns(wantedOf.get(target)?.fields)
        for (const option of recordOptions(index, values, columns)) options.get(target)?.push(option)
      }
      const parties = sought.filter(({ type }) => names.has(type))
      for (const target of parties) if (targets.includes(target)) fallBack(target)
      const placesOfParties = withCompetition(parties.map((target) => ({ target, options: options.get(target) ?? [] })))
      for (const [target, owned] of owners)
        for (const option of optionsOfOwner(index, values, target, owned, placesOfParties)) add(target, option)
      for (const target of targets) if (!names.has(target.type)) fallBack(target)
      await pause()

      const pageAt = pageFinder(model)
      const grounding: Grounding = {
        raw: (start, end) => text.slice(start, end),
        span: (start, end) => ({ start, end, ...pageAt(start) }),
      }
      const fields = settle(
        targets.map((target) => ({ target, options: options.get(target) ?? [] })),
        grounding,
        minConfidence,
        profile,
      )
      const found = new Set(fields.map((field) => field.name))
      const entities = entitiesOf(values, minConfidence, mostValues)
      return {
        fields,
        keyValues: keyValues.slice(0, mostKeyValues).filter((pair) => pair.confidence >= minConfidence),
        entities: entities.slice(0, mostValues).map(({ type, value, start, end, confidence }): FoundEntity => ({
          type,
          value,
          raw: grounding.raw(start, end),
          confidence,
          span: grounding.span(start, end),
        })),
        missing: expected.filter((name) => !found.has(name)),
        profile,
        warnings: leftOut([
          { what: 'characters', count: request.model.text.length, most: mostText, done: 'searched' },
          { what: 'pairs of a label and a value', count: keyValues.length, most: mostKeyValues },
          { what: 'values by themselves', count: entities.length, most: mostValues },
          {
            what: 'labels of fields',
            count: hits.filter(({ namings }) => namings.length > 0).length,
            most: mostLabels,
            done: 'looked at',
          },
          ...targets
            .filter(({ many }) => many)
            .map(({ name, type }) => ({
              what: `values for "${name}"`,
              count: plainOf(type, values).length,
              most: mostValues,
            })),
        ]),
      }
    },
  }
}

/** Who has a role in a contract is a party of it, where the paper names the parties nowhere together. */
function partiesOfRoles(targets: readonly Target[], options: ReadonlyMap<Target, readonly Option[]>): Option[] {
  return targets.flatMap((target) => {
    if (target.canonical === undefined || !contracting.has(target.canonical)) return []
    const [best] = (options.get(target) ?? []).toSorted((a, b) => b.score - a.score)
    return best && best.score > 0.5 ? [{ ...best, score: best.score * 0.9 }] : []
  })
}
const contracting: ReadonlySet<CanonicalName> = new Set<CanonicalName>([
  'landlord',
  'tenant',
  'employer',
  'employee',
  'lender',
  'borrower',
])

/** A person is wanted and no firm, or a firm and no person. */
function isOfKind({ value: { start, type: own } }: Option, { type, typed }: Target, values: Values): boolean {
  if (!typed || own === type || (type !== 'person' && type !== 'organization')) return true
  const begins = (kind: 'person' | 'organization'): boolean =>
    firstWithin(values.of(kind), start, start + 1) !== undefined
  return begins(type) || !begins(type === 'person' ? 'organization' : 'person')
}

/** What a finder of a known field gives, as the type that the caller wants. */
function asWanted(option: Option, target: Target): Option {
  const { value } = option
  if (value.type === target.type) return option
  const plain =
    typeof value.value === 'object' && value.value !== null && 'name' in value.value ? value.value.name : value.value
  const wanted = target.type === 'party' ? { name: plain ?? null, role: null } : (plain ?? null)
  return { ...option, value: { ...value, type: target.type, value: wanted, alternatives: [] } }
}

/** The page, where the document has several. */
function pageFinder(model: IdentifyRequest['model']): (offset: number) => { readonly page?: number } {
  const starts = model.pages.length < 2 ? [] : model.pages.map(({ span }) => span)
  return (offset) => {
    const page = model.pages[lastAtOrBefore(starts, offset)]
    return page ? { page: page.number } : {}
  }
}
