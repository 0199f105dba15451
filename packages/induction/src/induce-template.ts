import { ChanceryError, nextTurn } from '@chancery/core'
import type { FoundField, InducedTemplate, InduceRequest, JsonObject } from '@chancery/core'
import { addressMarks } from './address-lines.ts'
import { buildNodes } from './build-template.ts'
import { gatherEvidence } from './evidence.ts'
import { firstDifference } from './first-difference.ts'
import { demotionFor } from './give-up.ts'
import { fieldsOf } from './induced-fields.ts'
import { type Difference, inductionFindings } from './induction-findings.ts'
import type { InductionFormat } from './induction-format.ts'
import { withLoneValues } from './lone-values.ts'
import { nameTemplate } from './name-template.ts'
import { assertWanted, createPace, type Pace } from './pace.ts'
import { dataOf, schemaOf } from './sample-data.ts'
import { exampleMarks, foundMarks, longestIdentified, typedMarks } from './sample-marks.ts'
import { type SampleGroup, textOf } from './sample.ts'
import { createSlotReader } from './slot-pieces.ts'
import type { Scope, TemplateGroup, Variable } from './template.ts'
import { indexMarks, type Mark } from './tokens.ts'
import { refuseUnrelated } from './unrelated-samples.ts'

/** How a long induction shares the process with others. */
export interface InductionOptions {
  readonly signal: AbortSignal
}

const maxRounds = 16
const identifiedSamples = 3
const maxMarks = 500
/** To write a template and fill it again, in units of `Pace`. */
const workACharacter = 80

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
  readonly differences: ReadonlyMap<number, Difference>
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
  const isIdentified = (text: string): boolean => text.length <= longestIdentified || samples.length === 1
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
    const differences = new Map<number, Difference>()
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

  const findings = inductionFindings(best, { fields: request.fields, texts, isCut: pace.hasLeft() })
  return {
    template: best.template,
    schema: schemaOf(best.root.children),
    fields: fieldsOf(best.root, best.variables, best.labelled, samples.length),
    samples: best.samples,
    findings: [...findings, ...(format.findings?.(best.root) ?? [])],
  }
}
