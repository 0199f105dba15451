import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import type { LabelHit } from '../labels/label-hits.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, lastAtOrBefore, lineAt, type TextIndex } from '../text-index.ts'
import { namesNobody } from '../values/party-names.ts'
import { personNameAt, type PersonName, titleOfPerson } from '../values/person-names.ts'

/** A mark behind a label says that its value follows. */
const marked = /^[ \t]{0,4}[:：=#\t]/u
const comma = /^,[ ](?:the |le |la |der |die |il |el |o |a |its |son |sa |su )?$/u
const longest = 80

/** Who signs, by the role on the line below the name, or behind it after a comma, a dash or a gap. */
export function nameAbove(index: TextIndex, values: Values, hit: LabelHit, type: FieldType): Candidate | undefined {
  if (type !== 'person' && type !== 'organization' && type !== 'party') return undefined
  const { text, lines } = index
  const line = lineAt(index, hit.start)
  if (line.end - line.start > longest * 2 || marked.test(text.slice(hit.end, hit.end + 5))) return undefined
  // `Étienne Gagnon-Roy, président`
  const before = values.names[lastAtOrBefore(values.names, hit.start - 1)]
  if (before && (type === 'party' || before.type === type) && comma.test(text.slice(before.end, hit.start)))
    return { ...before, type, value: type === 'party' ? { name: before.value, role: null } : before.value }
  const lead = text.slice(line.start, hit.start)
  const isOwnLine = /^[\s–—(-]*$/.test(lead)
  const named = isOwnLine ? lines[line.number - 1] : { start: line.start, end: nameEnd(text, line.start, hit.start) }
  if (named === undefined || named.end - named.start > longest || named.end <= named.start) return undefined
  // Between two names the role is more likely a title of the second.
  const below = isOwnLine && hit.end + 2 >= line.end ? lines[line.number + 1] : undefined
  if (below && wholeName(index, below.start, below.end)) return undefined
  const raw = text.slice(named.start, named.end)
  const start = named.start + (/^[\s_]*/u.exec(raw)?.[0].length ?? 0)
  const end = named.start + raw.trimEnd().length
  const asType = (from: number, to: number, confidence: number): Candidate => {
    const name = collapse(text.slice(from, to))
    return candidate(type, from, to, type === 'party' ? { name, role: collapse(text.slice(hit.start, hit.end)) } : name, confidence)
  } // prettier-ignore
  if (type !== 'person') {
    const firm = firstWithin(values.of('organization'), start, start + 3)
    if (firm && firm.end >= end - 2) return asType(firm.start, firm.end, 0.9)
  }
  if (type === 'organization') return undefined
  const name = wholeName(index, start, end)
  return name && !namesNobody(text.slice(name.start, name.end)) ? asType(name.start, name.end, 0.85) : undefined
}

/** The name of a person that is all of a stretch, but for titles before and degrees behind it. */
function wholeName(index: TextIndex, start: number, end: number): PersonName | undefined {
  const name = personNameAt(index, start + titleOfPerson(index.text.slice(start, end)))
  const rest = name && index.text.slice(name.end, Math.max(name.end, end))
  return name && name.parts > 1 && /^[ ,.]*(?:\p{Lu}[\p{L}.]{1,5}[ ,]*){0,3}$/u.test(rest ?? '') ? name : undefined
}

/** Where a name ends that a role stands behind in the same line: `JANE ROE          First Defendant`. */
function nameEnd(text: string, start: number, role: number): number {
  const before = text.slice(start, role)
  const gap = /(?:[ \t]{3,}|,[ \t]{1,8})(?:the )?(?:(?:first|second|third|1st|2nd|3rd|\d\.?|erste[rn]?|zweite[rn]?|primer[oa]?|segund[oa]|premi[eè]re?) )?$/iu.exec(before)
  return gap === null ? start : start + gap.index
} // prettier-ignore
