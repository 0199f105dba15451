import { ChanceryError, invalidRequest, leastOf, nextTurn } from '@chancery/core'
import type { Finding, FoundField, InducedField, InducedTemplate, InduceRequest, JsonObject } from '@chancery/core'
import { addressMarks } from './address-lines.ts'
import { countWords } from './chance.ts'
import { buildNodes, hasInlineOption } from './build-template.ts'
import { gatherEvidence } from './evidence.ts'
import { firstDifference } from './first-difference.ts'
import { wantedNames } from './identifier-names.ts'
import { withLoneValues } from './lone-values.ts'
import { type HeldName, nameTemplate, scopePrefixes } from './name-template.ts'
import { assertWanted, createPace, type Pace } from './pace.ts'
import { dataOf, schemaOf } from './sample-data.ts'
import { constantValues, likelySlips, mixedSamples, partsSeenOnce } from './sample-findings.ts'
import { leavesOf, textOf, type SampleGroup } from './sample.ts'
import { createSlotReader } from './slot-pieces.ts'
import type { Scope, TemplateGroup, TemplateLeaf, TemplateLoop, TemplateNode, Variable } from './template.ts'
import { indexMarks, type Mark, tellingKinds, tokenize } from './tokens.ts'
import { eachNode } from './variables.ts'

/** What a template filled again gave, compared with the sample. */
export interface Refill {
  readonly exact: boolean
  /** The filled document, read as the sample was; absent where it could not be filled at all. */
  readonly sample?: SampleGroup
  /** Names of sections for which it could not be filled, where it is known. */
  readonly refused?: readonly string[]
}

/** What induction needs of a format: to write a template, and to fill it with the real engine. */
export interface InductionFormat<Template> {
  write(root: TemplateGroup): Promise<Template>
  refill(template: Template, data: JsonObject, sample: number): Promise<Refill>
  /** What else is to be told of the template that was chosen, such as what a refill does not show. */
  findings?(root: TemplateGroup): readonly Finding[]
  /** Values that differ in the kind of their spaces alone are one field, as readers see no difference. */
  readonly foldSpaces?: boolean
  /** Names by which the template fills something that no field stands for. */
  readonly heldNames?: readonly HeldName[]
}

/** How a long induction shares the process with others. */
export interface InductionOptions {
  readonly signal: AbortSignal
}

const maxRounds = 16
const identifiedSamples = 3
const maxIdentifiedText = 200_000
const maxMarks = 500
/** To write a template and fill it again, in units of `Pace`. */
const workACharacter = 80

const finding = (code: string, severity: Finding['severity'], message: string, hint?: string): Finding => ({
  code,
  severity,
  message,
  ...(hint === undefined ? {} : { hint }),
})

const exampleMarks = (request: InduceRequest): Mark[] =>
  request.fields.flatMap(({ name, examples }) =>
    (examples ?? []).map((text) => ({ text: text.trim(), field: name })).filter(({ text }) => text.length > 0),
  )

const foundMarks = (fields: readonly FoundField[], text: string): Mark[] =>
  fields
    .filter(
      ({ raw, confidence }) => confidence >= 0.3 && raw.trim().length > 1 && raw.length <= 200 && !/[\n\t]/.test(raw),
    )
    .flatMap(({ raw, name, type }): Mark[] => {
      const person = raw.trim()
      const family = type === 'person' || type === 'party' ? greetedFamilyName(person, text) : undefined
      if (family === undefined) return [{ text: person, field: name, type }]
      return [
        { text: person, field: 'recipient', type },
        { text: family, field: 'recipientFamilyName', type: 'text' },
      ]
    })

/** "Smith" of "John Smith", where the sample greets him by it, "Dear Mr Smith": then the letter is for him, wherever he stands. */
const greetedFamilyName = (person: string, text: string): string | undefined => {
  const family = /^(?:\p{Lu}[\p{L}\p{M}.'’-]{0,40} ){1,3}(\p{Lu}[\p{L}\p{M}'’-]{1,40})$/u.exec(person)?.[1]
  return family !== undefined && greeted(text).has(family) ? family : undefined
}

const greeting =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|M|Sr|Sra|Señora?|Sig|Signora?|Senhora?|heer|mevrouw|pan[ií]?|Pan[ií]?)\.?[ \u00a0](?:(?:Dr|Prof)\.?[ \u00a0])?(\p{Lu}[\p{L}\p{M}'’-]{1,40})/gu

/** Names that stand right behind a title. */
const greeted = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.slice(0, maxIdentifiedText).matchAll(greeting), ([, name = '']) => name))

const typedMarks = (sample: SampleGroup): Mark[] => {
  const texts = leavesOf(sample).flatMap(({ slots }) => slots)
  const values = texts.flatMap((text) =>
    tokenize(text)
      .filter(({ kind }) => tellingKinds.has(kind))
      .map((token) => token.text),
  )
  return [...new Set(values)].map((text) => ({ text, field: '' }))
}

/** Keys of the leaves that one sample shows, in the order in which `leavesOf` gives them. */
const keysOf = (nodes: readonly TemplateNode[], instance: number): string[] =>
  nodes.flatMap((node): string[] => {
    if (node.kind === 'leaf') return node.members[instance] ? [node.key] : []
    if (node.kind === 'group') {
      if (!node.members[instance]) return []
      return keysOf(node.head ? [node.head, ...node.children] : node.children, instance)
    }
    if (node.kind === 'option')
      return node.condition.present[instance] === node.condition.inverted ? [] : keysOf(node.children, instance)
    return node.scope.instances.flatMap(({ parent }, round) =>
      parent === instance ? keysOf(node.children, round) : [],
    )
  })

/** Words that stand in every sample; what turns in one alone is in common with none. */
const constantWords = (nodes: readonly TemplateNode[], samples: number): number => {
  let words = 0
  const isInAll = ({ scope, members }: TemplateLeaf): boolean =>
    new Set(scope.instances.filter((_, instance) => members[instance]).map(({ sample }) => sample)).size === samples
  const count = (list: readonly TemplateNode[]): void => {
    for (const node of list) {
      if (node.kind === 'leaf') {
        if (!isInAll(node)) continue
        for (const piece of node.slots.flat()) if (piece.kind === 'constant') words += countWords(piece.text)
      } else if (node.kind === 'group') count(node.head ? [node.head, ...node.children] : node.children)
      else if (node.kind === 'loop') count(node.children)
    }
  }
  count(nodes)
  return words
}

/** Samples of which hardly a word is common to all are not of one template, or too long to tell. */
const refuseUnrelated = (nodes: readonly TemplateNode[], samples: readonly SampleGroup[], isCut: boolean): void => {
  const least = leastOf(samples.map((sample) => countWords(textOf(sample))))
  const common = constantWords(nodes, samples.length)
  if (least === 0 || (common > 0 && (common >= 10 || common / least >= 0.03))) return
  throw invalidRequest(
    '/samples',
    'samples_unrelated',
    isCut
      ? 'Hardly a word was found that the samples have in common; they differ in more places than are compared in one call.'
      : 'The samples have hardly a word in common, so no template can be made from them.',
    isCut
      ? 'Give shorter samples that were written from the same template: of long tables and lists some rows are enough.'
      : 'Give samples that were written from the same template, or one sample alone.',
  )
}

const confidenceOf = (variable: Variable, labelled: boolean, samples: number): number => {
  if (samples === 1) return variable.given === undefined ? 0.5 : 0.7
  const seen = new Set(variable.values.filter((value) => value !== undefined)).size
  return Math.min(0.99, 0.5 + 0.08 * Math.min(seen, 4) + (labelled ? 0.1 : 0) + (variable.type === 'text' ? 0 : 0.07))
}

const fieldsOf = (
  root: TemplateGroup,
  variables: readonly Variable[],
  labelled: ReadonlySet<Variable>,
  samples: number,
): InducedField[] => {
  const occurrences = new Map<Variable, number>()
  eachNode([root], (node) => {
    if (node.kind !== 'leaf') return
    for (const piece of node.slots.flatMap((slot) =>
      slot.flatMap((one) => (one.kind === 'option' ? [one, ...one.pieces] : [one])),
    )) {
      if (piece.kind === 'variable') occurrences.set(piece.variable, (occurrences.get(piece.variable) ?? 0) + 1)
    }
  })
  const prefixes = scopePrefixes([root])
  return variables.map((variable) => ({
    name: `${prefixes.get(variable.scope) ?? ''}${variable.name}`,
    type: variable.type,
    occurrences: occurrences.get(variable) ?? 1,
    confidence: Math.round(confidenceOf(variable, labelled.has(variable), samples) * 100) / 100,
    values: variable.values.filter((value) => value !== undefined),
  }))
}

const firstSlot = (wanted: readonly string[] = [], got: readonly string[] = []): number =>
  wanted.findIndex((text, slot) => text !== got[slot])

const isAddressSlot = ({ members, slots }: TemplateLeaf, slot: number): boolean =>
  (members.find((member) => member !== undefined)?.purposes?.[slot] ?? 'text') !== 'text' &&
  (slots[slot] ?? []).some(
    (piece) => piece.kind === 'variable' && piece.variable.values.some((value) => value?.includes('/')),
  )

/** The next thing to give up so that this sample may come out exact: the smallest region around the first difference. */
const demotionFor = (
  root: TemplateGroup,
  sample: SampleGroup,
  number: number,
  { sample: refilled, refused = [] }: Refill,
  demoted: ReadonlySet<string>,
): string[] => {
  const keys = keysOf([root], number)
  const leaves = new Map<string, TemplateLeaf>()
  const loops: TemplateLoop[] = []
  eachNode([root], (node) => {
    if (node.kind === 'leaf') leaves.set(node.key, node)
    if (node.kind === 'loop') loops.push(node)
  })
  const loopsAround = (key: string): string | undefined =>
    loops.filter((loop) => key.startsWith(`${loop.key}/`)).at(-1)?.key
  if (!refilled) {
    const isRefused = (name: string): boolean => refused.includes(name)
    const told = [
      ...loops.filter(({ name }) => isRefused(name)).map(({ key }) => `loop:${key}`),
      ...[...leaves.values()].filter((leaf) => hasInlineOption(leaf, isRefused)).map(({ key }) => `inline:${key}`),
    ].filter((demotion) => !demoted.has(demotion))
    if (told.length > 0) return told
    // Nothing says where: every inline option and loop is given up.
    return [
      ...loops.map(({ key }) => `loop:${key}`),
      ...[...leaves.values()].filter((leaf) => hasInlineOption(leaf)).map(({ key }) => `inline:${key}`),
    ].filter((demotion) => !demoted.has(demotion))
  }
  const wanted = leavesOf(sample)
  const got = leavesOf(refilled)
  let at = 0
  while (at < wanted.length && at < got.length && wanted[at]!.slots.join('\u0001') === got[at]!.slots.join('\u0001'))
    at += 1
  // What differs is not among what was compared, such as a part that not all samples have.
  if (at === wanted.length && at === got.length) return []
  for (const key of [keys[at], keys[at - 1], keys[at + 1]]) {
    const leaf = key === undefined ? undefined : leaves.get(key)
    if (!leaf || key === undefined) continue
    const loop = loopsAround(key)
    const slot = key === keys[at] ? firstSlot(wanted[at]?.slots, got[at]?.slots) : -1
    const ways = [
      ...(hasInlineOption(leaf) ? [`inline:${key}`] : []),
      // Where a link leads is given up alone, not the text around it.
      // A number of several parts may be encoded in an address, where each of its parts is not.
      ...(isAddressSlot(leaf, slot) ? [`parts:${key}#${slot}`] : []),
      ...(leaf.slots.length > 1 && (leaf.slots[slot]?.length ?? 0) > 1 ? [`whole:${key}#${slot}`] : []),
      ...(leaf.slots.flat().length > 1 ? [`whole:${key}`] : []),
      ...(loop === undefined ? [] : [`loop:${loop}`]),
    ]
    const next = ways.find((way) => !demoted.has(way))
    if (next !== undefined) return [next]
  }
  return []
}

interface Attempt<Template> {
  readonly root: TemplateGroup
  readonly template: Template
  readonly variables: readonly Variable[]
  readonly labelled: ReadonlySet<Variable>
  readonly conditions: number
  readonly samples: readonly { readonly data: JsonObject; readonly exact: boolean }[]
  /** Whether it could be filled with the data of every sample. */
  readonly isFillable: boolean
  /** By sample, where it first differs: of those that are not exact and were filled at all. */
  readonly differences: ReadonlyMap<number, NonNullable<ReturnType<typeof firstDifference>>>
}

/**
 * A template from samples of one kind of document. What comes back was checked: it was filled with each sample's data
 * by the real engine and compared; what did not survive that was made simpler until it did, or is reported.
 *
 * @throws `invalid_request` (`/samples`, `samples_unrelated`) when the samples have nothing in common.
 */
export const induceTemplate = async <Template>(
  samples: readonly SampleGroup[],
  request: InduceRequest,
  format: InductionFormat<Template>,
  { signal }: InductionOptions,
): Promise<InducedTemplate<Template>> => {
  assertWanted(signal)
  if (samples.length === 0) throw new ChanceryError('invalid_request', 'At least one sample is needed.')
  const pace: Pace = createPace(signal)
  const texts = samples.map(textOf)
  const isIdentified = (text: string): boolean => text.length <= maxIdentifiedText || samples.length === 1
  // All at once: who finds facts elsewhere is asked for all of them before the first is there.
  const found: readonly (readonly FoundField[])[] = await Promise.all(
    texts.slice(0, identifiedSamples).map((text) => (isIdentified(text) ? request.identify(text) : [])),
  )
  assertWanted(signal)
  const marks = [
    ...exampleMarks(request),
    ...(samples.length === 1
      ? [...addressMarks(samples[0]!), ...foundMarks(found[0]!, texts[0]!), ...typedMarks(samples[0]!)]
      : []),
  ].slice(0, maxMarks)
  const evidence = await gatherEvidence(samples, indexMarks(marks), pace)
  const readSlot = createSlotReader(evidence, pace)
  await nextTurn(signal)
  const scope: Scope = { instances: samples.map((_, sample) => ({ sample, parent: -1 })) }
  const demoted = new Set<string>()

  const workOfAttempt = texts.reduce((sum, { length }) => sum + length, 0) * workACharacter
  const hasTime = (): boolean => pace.left() > workOfAttempt

  const attempt = async (): Promise<Attempt<Template>> => {
    const built = await buildNodes(
      samples.map((sample) => sample.children),
      scope,
      samples[0]!.role,
      'r',
      { evidence, pace, readSlot, demoted },
    )
    if (samples.length > 1 && demoted.size === 0) refuseUnrelated(built, samples, pace.hasLeft())
    const foundIn = (sample: number): Mark[] => foundMarks(found[sample] ?? [], texts[sample]!)
    const children = samples.length > 1 ? withLoneValues(built, foundIn) : built
    const root: TemplateGroup = { kind: 'group', key: 'r', scope, members: samples, children }
    const named = nameTemplate(children, request.fields, found, format)
    const template = await format.write(root)
    const results: { data: JsonObject; exact: boolean }[] = []
    const differences = new Map<number, NonNullable<ReturnType<typeof firstDifference>>>()
    const next = new Set<string>()
    let isFillable = true
    for (const [number, sample] of samples.entries()) {
      const data = dataOf([root], number)
      const refill = await format.refill(template, data, number)
      results.push({ data, exact: refill.exact })
      isFillable &&= refill.sample !== undefined || refill.exact
      const difference =
        refill.exact || refill.sample === undefined ? undefined : firstDifference(sample, refill.sample)
      if (difference !== undefined) differences.set(number, difference)
      // Where there is time for one more attempt only, all is given up at once.
      const told = hasTime() ? refill : { ...refill, refused: [] }
      if (!refill.exact) for (const way of demotionFor(root, sample, number, told, demoted)) next.add(way)
      await nextTurn(signal)
    }
    for (const way of next) demoted.add(way)
    return { root, template, ...named, samples: results, isFillable, differences }
  }

  let best = await attempt()
  const exactOnes = (one: Attempt<Template>): number => one.samples.filter(({ exact }) => exact).length
  for (
    let round = 1, tried = demoted.size;
    round < maxRounds && exactOnes(best) < samples.length && tried > 0 && (hasTime() || !best.isFillable);
    round += 1
  ) {
    pace.spend(workOfAttempt)
    const before = demoted.size
    const again = await attempt()
    if (again.isFillable === best.isFillable ? exactOnes(again) >= exactOnes(best) : again.isFillable) best = again
    tried = demoted.size > before ? 1 : 0
  }

  const findings: Finding[] = []
  if (pace.hasLeft()) {
    findings.push(
      finding(
        'not_all_compared',
        'warning',
        'The samples differ in more places than are compared in one call, so some stretches are one value that could be text and fields.',
        'Give fewer or shorter samples, or such as were written from the same template.',
      ),
    )
  }
  if (best.variables.length === 0 && best.conditions === 0 && !best.root.children.some(({ kind }) => kind === 'loop')) {
    findings.push(
      samples.length > 1 && texts.every((text) => text === texts[0])
        ? finding(
            'samples_identical',
            'warning',
            'The samples say the same, so no field could be found.',
            'Give samples that differ where a field is to be.',
          )
        : finding(
            'nothing_found',
            'warning',
            'No field was found; the template is the sample as it is.',
            'Name fields with examples, or give a second sample.',
          ),
    )
  }
  const written = wantedNames(request.fields)
  for (const [index, { name }] of request.fields.entries()) {
    const usable = written.get(name)
    if (best.variables.some((variable) => variable.given === name || variable.name === usable)) continue
    findings.push({
      ...finding(
        'field_not_found',
        'warning',
        `No place was found for the field "${name}".`,
        'Give the values that it has in the samples as `examples`.',
      ),
      location: { pointer: `/fields/${index}` },
    })
  }
  for (const [number, { exact }] of best.samples.entries()) {
    if (exact) continue
    const difference = best.differences.get(number)
    const where =
      difference === undefined
        ? ''
        : `; the first difference is ${difference.kind} in paragraph ${difference.paragraph}`
    findings.push({
      ...finding(
        'sample_not_exact',
        'warning',
        `Filled with its own data, the template does not give sample ${number + 1} again exactly${where}.`,
        difference === undefined
          ? 'Compare the filled template with this sample.'
          : `The sample has "${difference.wanted}" there, and the filled template "${difference.got}".`,
      ),
      location: {
        pointer: `/samples/${number}`,
        ...(difference === undefined ? {} : { paragraph: difference.paragraph, text: difference.wanted }),
      },
    })
  }
  const told = [
    ...mixedSamples(texts),
    ...likelySlips(best.variables, samples.length),
    ...partsSeenOnce(best.root.children),
    ...(samples.length > 1 ? constantValues(best.root.children) : []),
    ...(format.findings?.(best.root) ?? []),
  ]
  for (const one of told) findings.push(one)
  return {
    template: best.template,
    schema: schemaOf(best.root.children),
    fields: fieldsOf(best.root, best.variables, best.labelled, samples.length),
    samples: best.samples,
    findings,
  }
}
