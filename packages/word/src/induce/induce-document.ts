import {
  ChanceryError,
  type InducedTemplate,
  type InduceRequest,
  nextTurn,
  throwIfCancelled,
  type VettedDocument,
} from '@chancery/core'
import { zipArchive } from '@chancery/formats/zip'
import { induceTemplate, leavesOf, partWithFields, type SampleGroup } from '@chancery/induction'
import { createTemplateCache } from '../compile/template-cache.ts'
import { fillDocument } from '../fill/fill-document.ts'
import { openPackage } from '../package/open-package.ts'
import { inOrder, xmlEntry } from '../package/write-package.ts'
import { heldNames } from './held-names.ts'
import { outlineOf, readWordSample } from './read-sample.ts'
import type { WordSample } from './word-sample.ts'
import { partFindings, templateFindings } from './template-findings.ts'
import { withoutOwnBookmarks } from './own-bookmarks.ts'
import { withoutOwnNames } from './own-names.ts'
import { isOfOne, withoutSampleData, withoutTraces } from './without-sample-data.ts'
import { chooseBase, relatedTo, type WrittenParts, writeParts } from './write-template.ts'

type WordTemplateFile = { readonly bytes: Uint8Array; readonly contentType: string }

/** The parts that all samples have; what only some have is taken from the base as it is. */
const rootOf = ({ parts }: WordSample, keys: ReadonlySet<string>): SampleGroup => ({
  kind: 'group',
  shape: 'document',
  hint: '',
  role: 'row',
  children: parts.filter(({ key }) => keys.has(key)).map(({ group }) => group),
  origin: -1,
})

/** The template's file: the base's, with what was written, and without what only tells of the base. */
function packageOf(base: WordSample, samples: readonly WordSample[], written: WrittenParts): Uint8Array {
  const { file } = base
  const others = samples.filter((sample) => sample !== base).map((sample) => sample.file)
  const isBound = file.names.some((name) => /^customXml\/item\d+\.xml$/i.test(name) && isOfOne(file, name, others))
  const names = [...written.parts.keys()]
  const theirs = others.map((other) => names.filter((name) => other.entries.has(name)).map((name) => other.xml(name)))
  const marked = withoutOwnNames(withoutOwnBookmarks(written.parts, theirs), theirs)
  const parts = new Map([...marked].map(([name, xml]) => [name, withoutTraces(xml, isBound)] as const))
  const related = relatedTo(file, { ...written, parts })
  const cleaned = withoutSampleData(file, others)
  const entries = new Map([...file.entries].filter(([name]) => !cleaned.dropped.has(name) && !related.unused.has(name)))
  const relations = [...related.parts].map(([name, xml]) => [name, cleaned.relations(xml)] as const)
  for (const [name, xml] of [...cleaned.parts, ...parts, ...relations]) entries.set(name, xmlEntry(name, xml))
  for (const entry of written.relations.entries(file)) entries.set(entry.name, entry)
  return zipArchive(inOrder([...entries.values()])).bytes
}

/** Stretches of text, see `stretchesIn`, that a page has. */
const stretchesOfPage = 30

/** Paragraphs, each counted once more for every object and break in it: a text is compared from one to the next. */
const stretchesIn = ({ parts }: WordSample): number =>
  parts.reduce((sum, { group }) => leavesOf(group).reduce((all, { slots }) => all + slots.length, sum), 0)

/**
 * @param pages that a sample may have; all samples together may have twice as many
 * @param before stretches of the samples before it
 * @returns those with its own
 */
function boundedStretches(sample: WordSample, before: number, pages: number): number {
  const own = stretchesIn(sample)
  const all = before + own
  const mostOfOne = pages * stretchesOfPage
  const mostOfAll = 2 * mostOfOne
  if (own <= mostOfOne && all <= mostOfAll) return all
  const [what, limit, actual] =
    own > mostOfOne
      ? ['paragraphs and objects of a sample', mostOfOne, own]
      : ['paragraphs and objects of all samples', mostOfAll, all]
  throw new ChanceryError('payload_too_large', 'The samples have more paragraphs than can be compared.', {
    details: { what, limit, actual, growsWith: 'pages' },
  })
}

/** Names of the sections that a template is refused for. */
const refusedSections = ({ violations }: ChanceryError): readonly string[] =>
  violations.flatMap(({ location }) => {
    const tag = location !== undefined && 'tag' in location ? location.tag : undefined
    const name = typeof tag === 'string' ? /^\{[#^/]([\w.]+)\}$/.exec(tag)?.[1] : undefined
    return name === undefined ? [] : [name]
  })

/** Each draft is filled once for every sample. */
const refillCacheBytes = 64 * 1024 * 1024

/**
 * A Word template from filled documents. Written over the XML of the sample that has most of it, so that what is not a
 * field keeps its formatting, and without what only tells of that sample: properties, comments, changes, its pictures.
 * Filled again with each sample's data, and compared paragraph by paragraph, in text and where links lead.
 * @throws `unsupported_document`, `document_corrupt`, `payload_too_large`, `invalid_request` when the samples have nothing
 *   in common.
 */
export const induceDocument = async (
  documents: readonly VettedDocument[],
  request: InduceRequest,
  { signal }: { readonly signal: AbortSignal },
): Promise<InducedTemplate<WordTemplateFile>> => {
  const samples: WordSample[] = []
  let stretches = 0
  for (const document of documents) {
    throwIfCancelled(signal)
    const sample = readWordSample(document)
    stretches = boundedStretches(sample, stretches, request.pages)
    samples.push(sample)
    await nextTurn(signal)
  }
  const keys = new Set(
    (samples[0]?.parts ?? [])
      .map(({ key }) => key)
      .filter((key) => samples.every(({ parts }) => parts.some((part) => part.key === key))),
  )
  const outlines = samples.map(outlineOf)
  const cache = createTemplateCache(refillCacheBytes)
  const filling = { missing: 'error', locale: request.locale, timeZone: 'UTC', currency: 'EUR', now: 0 } as const
  let base = samples[0]!
  return await induceTemplate<WordTemplateFile>(
    samples.map((sample) => rootOf(sample, keys)),
    request,
    {
      write: async (root) => {
        const chosen = chooseBase(root)
        base = samples[chosen]!
        const lone = base.parts.filter(({ key }) => !keys.has(key))
        const children = lone.map(({ group }) => partWithFields(group, root, chosen))
        const whole = { ...root, children: [...root.children, ...children] }
        const bytes = packageOf(base, samples, writeParts(whole, samples, chosen))
        return { bytes, contentType: base.document.contentType }
      },
      refill: async ({ bytes }, data, number) => {
        try {
          const filled = await fillDocument({ ...base.document, bytes }, { ...filling, data }, cache, signal)
          const document = { ...base.document, bytes: filled.content.bytes }
          const again = readWordSample(document, openPackage(document))
          return { exact: outlineOf(again) === outlines[number], sample: rootOf(again, keys) }
        } catch (error) {
          if (!ChanceryError.is(error) || error.code === 'cancelled') throw error
          return { exact: false, refused: refusedSections(error) }
        }
      },
      heldNames: heldNames(samples),
      findings: (root) => [...partFindings(samples, keys), ...templateFindings(root, samples)],
    },
    { signal },
  )
}
