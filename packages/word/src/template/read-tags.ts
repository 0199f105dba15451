import type { Finding } from '@chancery/core'
import {
  type Delimiters,
  type FaultyOpening,
  isCodeLike,
  isHardlyText,
  isLiteral,
  meantCodes,
  notTag,
  type TagFault,
  typographicQuotes,
} from '@chancery/tags'
import type { WordPart } from '../package/word-parts.ts'
import type { CarriedTag } from './carried-tags.ts'
import type { ScannedParagraph, ScannedTag } from './scan-paragraph.ts'
import { tagFinding } from './tag-findings.ts'
import { fieldWithin } from './field-within.ts'
import { trackedChange, withDeletedHalf } from './tracked-tags.ts'
import type { FaultyTag, WordPlace, WordTag } from './word-template.ts'

const isPlainName = /^\{\s*[#^/%~@&]?[\p{L}_][\p{L}\p{N}_.]*\s*$/u
/** A delimiter without its other half, with the name beside it. */
function halfTag({ code, start, end }: TagFault, text: string): { readonly start: number; readonly end: number } {
  const [behind = ''] =
    /^\W{1,3}(?:(?:if|each|unless)\s+\W?)?[\p{L}_$][\p{L}\p{N}_.]{0,100}/u.exec(text.slice(start, start + 110)) ?? []
  const [before = ''] = /[\p{L}_$][\p{L}\p{N}_.]{0,100}\s?$/u.exec(text.slice(Math.max(0, start - 110), start)) ?? []
  return code === 'unopened_tag' ? { start: start - before.length, end } : { start, end: start + behind.length }
}

/** Of a tag that no fill replaces. */
const noId = -1
const beginsAsName = /^[#^/]?[\p{L}_]/u

/** The tags of a template in the order of its text, and what is wrong with each; braces that make no tag are text. */
export function readTags(
  scanned: readonly ScannedParagraph[],
  delimiters: Delimiters,
): {
  readonly tags: readonly WordTag[]
  readonly faulty: readonly FaultyTag[]
  readonly openings: readonly FaultyOpening<WordPlace>[]
  readonly findings: readonly Finding[]
} {
  const all = scanned.flatMap(({ tags }) => tags)
  const reading = new TagReading(
    delimiters,
    all.some(({ parsed }) => parsed.ok),
    all.some(({ carrier }) => carrier?.isNextRecord === true),
  )
  for (const paragraph of scanned) reading.add(paragraph)
  const { tags, faulty, openings } = reading
  return { tags, faulty, openings, findings: reading.allFindings() }
}

class TagReading {
  readonly tags: WordTag[] = []
  readonly faulty: FaultyTag[] = []
  readonly openings: FaultyOpening<WordPlace>[] = []
  private readonly delimiters: Delimiters
  /** Something else shows that the document is a template: only then are braces that make no tag an error. */
  private readonly hasTags: boolean
  private readonly unsure: Finding['severity']
  private readonly findings: Finding[] = []
  private literals = 0
  private readonly isMerge: boolean
  private readonly recordsByPart = new Map<WordPart, number>()

  /** @param isMerge the template goes on to another record somewhere: each part begins with the first */
  constructor(delimiters: Delimiters, hasTags: boolean, isMerge: boolean) {
    this.delimiters = delimiters
    this.hasTags = hasTags
    this.isMerge = isMerge
    this.unsure = hasTags ? 'error' : 'warning'
  }

  add(scanned: ScannedParagraph): void {
    const { paragraph, strays, tags } = scanned
    const { open, close } = this.delimiters
    for (const stray of strays) {
      if (isLiteral(stray, paragraph.text, open.length, this.hasTags)) this.literals += 1
      else {
        this.note(scanned, withDeletedHalf(stray, paragraph, open, close), undefined, this.unsure)
        if (this.hasTags) this.faulty.push({ paragraph, ...halfTag(stray, paragraph.text), tag: '' })
      }
    }
    for (const tag of tags) this.addTag(scanned, tag)
  }

  allFindings(): readonly Finding[] {
    if (this.literals === 0 || this.hasTags) return this.findings
    const message = 'Braces that are no tags stay as they are.'
    return [...this.findings, { code: 'literal_braces', severity: 'info', message }]
  }

  private addTag(scanned: ScannedParagraph, scannedTag: ScannedTag): void {
    const { part, paragraph } = scanned
    const { parsed, start, end, source, carrier } = scannedTag
    const tag = carrier?.tag ?? paragraph.text.slice(start, end)
    if (!parsed.ok) {
      this.addFaulty(scanned, scannedTag, tag, parsed.faults)
      if (parsed.opens !== undefined && !this.isText(source, parsed.faults)) {
        const place = { part, paragraph, start, end, id: noId }
        this.openings.push({ kind: 'faulty', opens: parsed.opens, tag, place, offset: paragraph.xmlStart + start })
      }
      return
    }
    const change = trackedChange(paragraph, { start, end })
    if (change !== undefined) this.note(scanned, change, tag, 'warning')
    const parting = carrier === undefined ? fieldWithin(part, paragraph, { start, end }) : undefined
    if (parting !== undefined) this.note(scanned, parting, tag, 'warning')
    const quotes = typographicQuotes(source, start + this.delimiters.open.length)
    if (quotes !== undefined) this.note(scanned, quotes, tag, quotes.code === 'unlike_quotes' ? 'warning' : 'info')
    const carried = carrier === undefined ? {} : { carried: carrier }
    const place = { part, paragraph, start, end, id: this.tags.length, ...carried }
    const record = this.isMerge ? { record: this.recordAt(part, carrier) } : {}
    this.tags.push({ kind: 'tag', parsed: parsed.tag, tag, place, offset: paragraph.xmlStart + start, ...record })
  }

  /** Which record of the merge a tag reads, from 0. */
  private recordAt(part: WordPart, carrier: CarriedTag | undefined): number {
    const record = (this.recordsByPart.get(part) ?? 0) + (carrier?.isNextRecord === true ? 1 : 0)
    this.recordsByPart.set(part, record)
    return record
  }

  private addFaulty(
    scanned: ScannedParagraph,
    { start, end, source }: ScannedTag,
    tag: string,
    faults: readonly TagFault[],
  ): void {
    const isText = this.isText(source, faults)
    if (this.hasTags && (!isText || isHardlyText(source)))
      this.faulty.push({ paragraph: scanned.paragraph, start, end, tag })
    if (isText) {
      this.literals += 1
      if (this.hasTags && isHardlyText(source)) this.note(scanned, { ...notTag(source), start, end }, tag, 'warning')
      return
    }
    const from = start + this.delimiters.open.length
    for (const fault of faults) {
      const range =
        fault.code === 'empty_tag'
          ? { start, end }
          : { start: fault.start + from, end: Math.max(fault.end, fault.start + 1) + from }
      this.note(scanned, { ...fault, ...range }, tag, meantCodes.has(fault.code) ? 'error' : this.unsure)
    }
  }

  /** Whether braces around this are no tag that somebody meant. */
  private isText(source: string, faults: readonly TagFault[]): boolean {
    if (faults.some(({ code }) => code === 'empty_tag')) return !this.hasTags
    if (isCodeLike(source) && !isPlainName.test(source)) return true
    if (this.hasTags) return false
    return (
      !beginsAsName.test(this.delimiters.open.length > 1 ? source.trim() : source) ||
      faults.some(({ code }) => code === 'unexpected_character')
    )
  }

  private note(
    { part, paragraph }: ScannedParagraph,
    fault: TagFault,
    tag: string | undefined,
    severity: Finding['severity'],
  ): void {
    if (!paragraph.isFallback) this.findings.push(tagFinding(fault, part, paragraph, tag, severity))
  }
}
