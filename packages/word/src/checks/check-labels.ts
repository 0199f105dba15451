import type { Finding } from '@chancery/core'
import { locate } from '../template/locate.ts'
import type { WordTag, WordTemplate } from '../template/word-template.ts'

const hint = 'Begin each label but the first with Mailings > Rules > Next Record.'

/**
 * Sheets of labels on which a record is missing or stands twice: the first label goes on to the next record before it
 * reads one, or a label does not go on, as those around it do.
 */
export function checkLabels({ tags }: WordTemplate): readonly Finding[] {
  if (!tags.some(isNext)) return []
  const findings: Finding[] = []
  for (const own of Map.groupBy(tags, ({ place }) => place.part).values()) {
    const skipping = own.find(({ parsed, place }) => isNext({ place }) || parsed.kind !== 'comment')
    if (skipping !== undefined && skipsAlways(skipping) && skipping.place.paragraph.table !== undefined)
      findings.push(warning(skipping, 'The sheet goes on to the next record before it reads the first one.'))
    for (const ofTable of Map.groupBy(own, ({ place }) => place.paragraph.table).values())
      for (const label of repeated(ofTable))
        findings.push(warning(label, 'This label shows the record of the label before it once more.'))
  }
  return findings
}

const isNext = ({ place }: Pick<WordTag, 'place'>): boolean => place.carried?.isNextRecord === true

/** NEXT, and not NEXTIF. */
const skipsAlways = (tag: WordTag): boolean => isNext(tag) && !/^NEXTIF/i.test(tag.tag)

/** The first tag of each label of a table that reads the record of another one, where most have their own. */
function repeated(tags: readonly WordTag[]): readonly WordTag[] {
  const [{ place } = {}] = tags
  if (place?.paragraph.table === undefined || !tags.some(isNext)) return []
  const labels = new Map<string, WordTag>()
  for (const tag of tags) {
    const { row, column } = tag.place.paragraph
    const cell = `${row} ${column}`
    if (tag.parsed.kind === 'value' && !isNext(tag) && !labels.has(cell)) labels.set(cell, tag)
  }
  const byRecord = [...Map.groupBy(labels.values(), ({ record = 0 }) => record).values()]
  if (byRecord.length < 2) return []
  // Where a record takes several cells, as its name and its address may, all do.
  const usual = mostCommon(byRecord.map(({ length }) => length))
  return byRecord.flatMap((cells) => cells.slice(usual))
}

/** Of several that are as common, the least. */
function mostCommon(numbers: readonly number[]): number {
  const counts = [...Map.groupBy(numbers, (each) => each)].map(([number, { length }]) => ({ number, length }))
  return counts.toSorted((one, other) => other.length - one.length || one.number - other.number)[0]?.number ?? 0
}

const warning = ({ place, tag }: WordTag, message: string): Finding => ({
  code: 'label_record',
  severity: 'warning',
  message,
  hint,
  location: locate(place, tag),
})
