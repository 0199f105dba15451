import { ChanceryError, largestOf } from '@chancery/core'
import type { Finding, TagDelimiters, VettedDocument } from '@chancery/core'
import { type ZipBlock, zipBlock } from '@chancery/formats/zip'
import { readsOutside } from '@chancery/tags'
import type { MergeStep } from '../places/fields/merge-steps.ts'
import { mailMergeColumns } from '../places/fields/recipient-block.ts'
import { privateSigns } from '../template/rewrite-tags.ts'
import { openDamaged, type WordPackage } from '../package/open-package.ts'
import { withoutActiveContent } from '../package/active-content.ts'
import { type WordPart, wordParts } from '../package/word-parts.ts'
import { inOrder } from '../package/write-package.ts'
import type { Place } from '../template/carried-places.ts'
import { carryTemplate } from '../places/carry-template.ts'
import { withoutExternalContent } from '../places/external-content.ts'
import { locate } from '../template/locate.ts'
import { columnsAttribute } from '../template/repeat-columns.ts'
import { readTemplate, type WordTag, type WordTemplate } from '../template/word-template.ts'
import { checkTemplate } from '../checks/check-template.ts'
import { checkXml } from '../checks/check-xml.ts'
import { brokenSections } from './broken-sections.ts'
import { parseParts, partsWithTags } from './docxtemplater-parts.ts'
import { type PlainDraft, plainDrafts, type PlainStretch, plainStretches, tagsByStretch } from './plain-stretches.ts'
import { findingsOf } from './parsing-faults.ts'
import { plainProgram, programOfPart } from './program-of-part.ts'
import type { Step } from './program.ts'
import { hasIds, largestIdIn, withoutParagraphIds } from '../xml/renew-ids.ts'

/** A part that a fill changes. */
export interface PartProgram {
  readonly part: WordPart
  readonly steps: readonly Step[]
  /** The largest id of the document where the part has ids in sections that turn; else nothing has to be renewed. */
  readonly renewFrom: number | undefined
}

/** A template, read, checked and compiled once, to be filled many times. */
export interface CompiledTemplate {
  readonly file: WordPackage
  readonly template: WordTemplate
  /** What is filled in runs and then written elsewhere. */
  readonly places: readonly Place[]
  readonly findings: readonly Finding[]
  /** What it does with the records of a merge: NEXT, NEXTIF, SKIPIF. */
  readonly mergeSteps: readonly MergeStep[]
  /** Names of the parts with tables whose columns turn. */
  readonly columns: ReadonlySet<string>
  /** What the template reads outside of loops. */
  readonly outside: ReadonlySet<string>
  /** Of no use where the template has faults. */
  readonly programs: readonly PartProgram[]
  /** All parts that no fill changes, as they stand at the beginning of the filled package. */
  readonly untouched: ZipBlock
}

/**
 * Reads, checks and compiles a template. What cannot be filled is a finding, whoever finds it; a damaged file is read as
 * far as it goes.
 * @throws `document_corrupt` (no archive at all), `unsupported_document`, `payload_too_large`, `invalid_request` (delimiters of no use)
 */
export async function compileTemplate(document: VettedDocument, delimiters?: TagDelimiters): Promise<CompiledTemplate> {
  const { file: passive, findings: stripped } = withoutActiveContent(openDamaged(document))
  const { file: closed, findings: external } = withoutExternalContent(passive)
  const given = wordParts(closed)
  const { file, tags, places, findings: unfilled, mergeSteps } = carryTemplate(closed, given, mailMergeColumns(passive))
  const template = readTemplate(file, delimiters, tags)
  const xml = checkXml(closed, given, template.parts)
  const checked = [...xml.findings, ...xml.sound(checkTemplate(file, template, places))]
  const isSound = checked.every(({ severity }) => severity !== 'error')
  const { programs, faults } = isSound ? await programsOf(template) : { programs: [], faults: [] }
  const changed = new Set(partsWithTags(template, template.tags).map(({ name }) => name))
  return {
    file,
    template,
    places,
    mergeSteps,
    findings: [...stripped, ...external, ...checked, ...unfilled, ...faults],
    columns: new Set(
      template.parts.filter(({ part }) => part.xml.includes(columnsAttribute)).map(({ part }) => part.name),
    ),
    outside: readsOutside(template.nodes),
    programs,
    untouched: zipBlock(inOrder([...file.entries.values()].filter(({ name }) => !changed.has(name)))),
  }
}

type Compiled = Pick<CompiledTemplate, 'programs'> & { readonly faults: readonly Finding[] }

/**
 * The programs for a fill that leaves some tags as they are written, with all that is in their sections.
 * @param kept ids of tags of the template, which has no faults
 */
export async function programsWithout(
  template: WordTemplate,
  kept: ReadonlySet<number>,
): Promise<readonly PartProgram[]> {
  const tags = template.tags.filter(({ place }) => !kept.has(place.id))
  const { programs, faults } = await programsOf({ ...template, tags })
  if (faults.length > 0) throw new Error('A template has faults that it has not with all of its tags.')
  const filled = new Map(programs.map((program) => [program.part, program]))
  return partsWithTags(template, template.tags).map((part) => {
    const asWritten = plainProgram([{ kind: 'pieces', list: [part.xml] }])
    return filled.get(part) ?? { part, steps: asWritten, renewFrom: undefined }
  })
}

async function programsOf(template: WordTemplate): Promise<Compiled> {
  const parts = partsWithTags(template, template.tags)
  if (parts.length === 0) return { programs: [], faults: [] }
  const largest = largestOf(template.parts.map(({ part }) => largestIdIn(part.xml)))
  try {
    const steps = await stepsOf(template, parts)
    const programs = parts.map((part): PartProgram => {
      const own = (steps.get(part) ?? []).map((step) => withLaterTurns(step, false))
      return { part, steps: own, renewFrom: own.some((step) => repeatsIds(step, false)) ? largest : undefined }
    })
    return { programs, faults: programs.flatMap((program) => program.steps.flatMap(brokenSections)) }
  } catch (error) {
    if (ChanceryError.is(error)) throw error
    const faults = findingsOf(
      error,
      (name) => parts.find((part) => part.name === name)?.label,
      (tag) => {
        const node = template.nodesById.get(tag)
        return node === undefined || node.kind === 'literal' ? undefined : locate(node.place, node.tag)
      },
    )
    return { programs: [], faults }
  }
}

/** The steps of each part; docxtemplater is shown only what is not plain, and not at all where everything is. */
async function stepsOf(
  { parts: all, tags, nodesById, divisions }: WordTemplate,
  wanted: readonly WordPart[],
): Promise<ReadonlyMap<WordPart, readonly Step[]>> {
  const found = new Map<WordPart, readonly Step[]>()
  const leftOut = new Map<WordPart, readonly PlainStretch[]>()
  const drafts = new Map<WordPart, readonly (readonly PlainDraft[])[]>()
  const shown: WordTag[] = []
  for (const { part, paragraphs } of all) {
    if (!wanted.includes(part)) continue
    const own = tags.filter(({ place }) => place.part === part)
    const stretches = plainStretches(part, paragraphs, own)
    const { within, outside } = tagsByStretch(stretches, own)
    const plain = stretches.map((stretch, index) => plainDrafts(part, stretch, within[index] ?? [], nodesById))
    if (stretches[0]?.until === part.xml.length) found.set(part, plainProgram(plain.flat()))
    else {
      leftOut.set(part, stretches)
      drafts.set(part, plain)
      for (const item of outside) shown.push(item)
    }
  }
  const rest = wanted.filter((part) => !found.has(part))
  if (rest.length === 0) return found
  const signs = privateSigns(rest)
  const trees = await parseParts({ parts: rest, tags: shown, divisions, signs, leftOut })
  for (const part of rest) {
    const standIns = { sign: signs.standIn, stretches: drafts.get(part) ?? [] }
    found.set(part, programOfPart(trees.get(part.name) ?? [], nodesById, standIns))
  }
  return found
}

/** What is repeated in a section loses the ids of its paragraphs after the first turn. */
function withLaterTurns(step: Step, inSection: boolean): Step {
  if (step.kind === 'value') return step
  if (step.kind !== 'text')
    return { ...step, body: step.body.map((inner) => withLaterTurns(inner, inSection || step.kind === 'section')) }
  const later = inSection ? withoutParagraphIds(step.xml) : step.xml
  return later === step.xml ? step : { ...step, later }
}

const repeatsIds = (step: Step, inSection: boolean): boolean =>
  step.kind === 'text'
    ? inSection && hasIds(step.xml)
    : step.kind !== 'value' && step.body.some((inner) => repeatsIds(inner, inSection || step.kind === 'section'))
