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
import { candidate } from './candidate.ts'
import { decideConventions } from './conventions.ts'
import { keysOf } from './fields/alike-keys.ts'
import { changesOf } from './fields/changed-values.ts'
import { countedThings } from './fields/counted-things.ts'
import { entitiesOf } from './fields/entities.ts'
import { fallBacks, type Paper } from './fields/fall-backs.ts'
import { formOptions } from './fields/form-options.ts'
import { labelOptions, mostLabels } from './fields/label-options.ts'
import { appointmentsIn } from './fields/led-to.ts'
import { lastWordLabels } from './fields/last-word-labels.ts'
import type { Option } from './fields/option.ts'
import { withListed } from './fields/listed-values.ts'
import { optionsOfOwner, type Owned, ownerOf } from './fields/owner.ts'
import { partyByNumber } from './fields/party-by-number.ts'
import { compilePattern, occurringIn, type Pattern } from './fields/pattern.ts'
import { dayOfOwnPaper, isOfOtherPaper, noTitleWords, titleWords } from './fields/own-paper.ts'
import { paperNumber } from './fields/paper-number.ts'
import { periodOptions } from './fields/period-ends.ts'
import { recordColumns } from './fields/record-columns.ts'
import { recordOptions } from './fields/record-rows.ts'
import { byRole, partiesOfRoles } from './fields/roles-of-parties.ts'
import { tableRows } from './fields/table-crossings.ts'
import { byType, mostValues, plainOf } from './fields/type-alone.ts'
import { stemsOf } from './fields/telling-words.ts'
import { asShown, ofUnsaidTypes } from './fields/unsaid-types.ts'
import { settle, type Grounding, withCompetition } from './fields/settle.ts'
import { findKeyValues } from './labels/key-values.ts'
import { labelHits } from './labels/label-hits.ts'
import { lexicon, type CanonicalName } from './labels/lexicon.ts'
import { targetOf, type Target } from './labels/target.ts'
import { chooseProfile } from './profiles/choose-profile.ts'
import { askedOnly, finders, wantedOnly } from './profiles/finders.ts'
import { profileFields } from './profiles/profile-fields.ts'
import { quotedIn } from './quoted-lines.ts'
import { firstWithin, readValues, type Values } from './read-values.ts'
import { searchedParts } from './searched-parts.ts'
import { hasMoreNumbers, mostKeyValues, mostNumbers, mostText, textInReach } from './text-in-reach.ts'
import { withoutStruckText } from './struck-text.ts'
import { indexText, lastAtOrBefore } from './text-index.ts'

/** What decides where neither the call nor the text does. */
export interface RuleIdentifierSettings {
  /** ISO 3166 alpha-2: reads national phone numbers and ambiguous dates where no locale is given. */
  readonly country?: string
}

/** Below it a label in other words says more. */
const leastSure = 0.62
/** What an earlier message says is often what this one changes. */
const ofQuoted = 0.7
const names: ReadonlySet<FieldType> = new Set(['party', 'organization', 'person'])
const counts: ReadonlySet<FieldType> = new Set(['number', 'integer'])

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

function profileTargets(profile: Identification['profile']): { targets: Target[]; expected: readonly string[] } {
  const known = profileFields[profile]
  const names = known
    ? [...known.expected, ...known.also]
    : (Object.keys(lexicon) as CanonicalName[]).filter((name) => !askedOnly.has(name))
  const rows = profile === 'invoice' ? [targetOf({ name: 'lineItems', type: 'record' })] : []
  return { targets: [...names.map((name) => targetOf({ name })), ...rows], expected: known?.expected ?? [] }
}

/** They show by their form, and a paper's own stand in its letterhead without a label. */
const unlabelled: ReadonlySet<CanonicalName | undefined> = new Set<CanonicalName>(['email', 'phone', 'iban'])
/** As one dials it from afar: `2026-0417` may be any number. */
const dialled = /^[+(0]|^\D*(?:\d\D*){10}/u
const faxBefore = /fax|t[ée]l[ée]cop/iu

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
      const index = indexText(withoutStruckText(model.text, model.runs))
      const { text } = index
      const how = decideConventions(index, { ...request, country: settings.country?.toUpperCase() })
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
      const isQuoted = quotedIn(text)
      const changes = changesOf(index, values)
      const add = (target: Target, found: Option): void => {
        const option = changes.settled(target, found)
        const pattern = patternOf.get(target)
        if (pattern && !pattern.matches(text.slice(option.value.start, option.value.end))) return
        options.get(target)?.push(isQuoted(option.value.start) ? { ...option, score: option.score * ofQuoted } : option)
      }
      const hits = labelHits(index, sought)
      labelOptions(index, model, values, hits, add)
      formOptions(index, model, values, targets, add)
      await pause()
      const keyValues = findKeyValues(index, model, values)
      const isAsked = request.fields !== undefined
      const keys = isAsked ? keysOf(text, keyValues, model.keyValues) : []
      const finding = { index, values, how, profile }
      const titles = isAsked ? titleWords(finding) : noTitleWords
      const open = profile === 'other' && !isAsked
      for (const target of sought) {
        const { canonical } = target
        const finder = canonical === undefined || (open && wantedOnly.has(canonical)) ? undefined : finders[canonical]
        const isOther = isAsked && canonical === 'date' && isOfOtherPaper(finding, target, titles)
        const placed = isOther ? [] : (finder?.(finding) ?? [])
        // Receipts print totals of many things: there arithmetic decides, not the label alone.
        if (placed.length > 0 && canonical === 'total' && profile === 'receipt') options.set(target, [])
        for (const option of placed) if (isOfKind(option, target, values)) add(target, asWanted(option, target))
        for (const option of byRole(target, values)) if (isOfKind(option, target, values)) add(target, option)
        for (const option of partyByNumber(values, target)) add(target, option)
        const pattern = patternOf.get(target)
        if (pattern && occurring.has(pattern))
          for (const option of byPattern(target, pattern, text, values)) add(target, option)
        if (isAsked)
          for (const option of [...periodOptions(finding, target), ...dayOfOwnPaper(finding, target, titles)])
            add(target, option)
        for (const option of paperNumber(index, values, keyValues, target)) add(target, option)
        for (const option of changes.options(target)) add(target, option)
      }
      const paper: Paper = {
        ...finding,
        keys,
        rows: isAsked ? tableRows(index) : [],
        counted: targets.some(({ type }) => isAsked && counts.has(type)) ? countedThings(index, values) : [],
        appointments: isAsked ? appointmentsIn(index) : [],
        stems: isAsked ? stemsOf(index) : new Map<string, number[]>(),
      }
      if (isAsked)
        for (const target of targets)
          options.set(target, lastWordLabels(index, paper.stems, target, options.get(target) ?? []))
      const isMet = (target: Target): boolean => (options.get(target) ?? []).some(({ score }) => score >= leastSure)
      let namedAt: ReadonlySet<number> | undefined
      const surelyNamed = (): ReadonlySet<number> =>
        (namedAt ??= new Set(
          targets.flatMap((target) =>
            names.has(target.type)
              ? (options.get(target) ?? []).flatMap(({ score, value }) => (score >= leastSure ? [value.start] : []))
              : [],
          ),
        ))
      /** What is left where nothing says a field's own label. */
      const fallBack = (target: Target): void => {
        const asked = { target, description: wantedOf.get(target)?.description, isOwned: owners.has(target) }
        for (const step of isAsked ? fallBacks : []) {
          if (isMet(target)) break
          for (const option of step.flatMap((found) => found(paper, asked))) add(target, option)
        }
        if (!(isAsked || unlabelled.has(target.canonical)) || (options.get(target)?.length !== 0 && !target.many))
          return
        const own = targets.every((other) => other === target || other.type !== target.type)
        for (const option of byType(target, text, values, own)) {
          const { start } = option.value
          // Who surely has another role that was asked for has not this one as well.
          if (names.has(target.type) && !target.many && surelyNamed().has(start)) continue
          const isTelephone = target.type !== 'phone' || dialled.test(text.slice(start, option.value.end))
          if (isAsked || (isTelephone && !faxBefore.test(text.slice(Math.max(0, start - 14), start))))
            add(target, option)
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
      for (const target of targets)
        if (target.many) options.set(target, withListed(index, values, target, options.get(target) ?? []))
      await pause()
      const unsaid = targets.flatMap((target) =>
        isAsked && !target.typed && !target.many && target.canonical === undefined && options.get(target)?.length === 0
          ? [{ target, description: wantedOf.get(target)?.description }]
          : [],
      )
      const reread = ofUnsaidTypes(paper, model, unsaid)
      await pause()

      const pageAt = pageFinder(model)
      const grounding: Grounding = {
        raw: (start, end) => model.text.slice(start, end),
        span: (start, end) => ({ start, end, ...pageAt(start) }),
      }
      const fields = settle(
        targets.map((target) => reread.get(target) ?? asShown(text, values, target, options.get(target) ?? [])),
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
          {
            what: 'numbers',
            count: mostNumbers + Number(hasMoreNumbers(request.model.text)),
            most: mostNumbers,
            done: 'searched',
          },
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

/** What only stands where names stand may be a firm's or a person's. */
const leastKind = 0.6
/** A person is wanted and no firm, or a firm and no person. */
function isOfKind({ value: { start, type: own }, method }: Option, { type, typed }: Target, values: Values): boolean {
  if (!typed || (own === type && method !== 'preamble') || (type !== 'person' && type !== 'organization')) return true
  const begins = (kind: 'person' | 'organization'): boolean =>
    (firstWithin(values.of(kind), start, start + 1)?.confidence ?? 0) > leastKind
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
