import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import type { LabelHit } from '../labels/label-hits.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, lastAtOrBefore, type Line, lineAt, type TextIndex } from '../text-index.ts'
import { namesNobody } from '../values/party-names.ts'
import { personNameAt, type PersonName, titleOfPerson } from '../values/person-names.ts'

/** A mark behind a label says that its value follows. */
const marked = /^[ \t]{0,4}[:：=#\t]/u
/** Somebody's name that begins behind a mark or at a line, with what stands between it and a role. */
const nameBeforeRole = /(?:^|[,;:(•–-][ \t]{0,4}|(?<=\.) )(\p{Lu}[^,;:()]{3,60}(?:,[ ](?:\p{Ll}{2,3} )?)?)$/u
const comma = /^,[ ](?:the |le |la |der |die |il |el |o |a |its |son |sa |su )?$/u
/** The same with a verb between, where the label is the caller's own: `Madame Aïcha Benali est nommée gérante`. */
const appointed = /^ (?:\p{Ll}{1,9} ){0,2}$/u
/** Labels that a name follows: `reporting to`, `représentée par`. */
const awaiting = /(?:^| )\p{L}{1,3}$/u
const longest = 80

/**
 * Who has a role that is said behind the name: after a comma (`Étienne Gagnon-Roy, président`), a gap, or on the next line.
 * @param isSure the label is the caller's own
 */
export function nameAbove(
  index: TextIndex,
  values: Values,
  hit: LabelHit,
  type: FieldType,
  isSure: boolean,
): Candidate | undefined {
  if (type !== 'person' && type !== 'organization' && type !== 'party') return undefined
  const { text } = index
  if (marked.test(text.slice(hit.end, hit.end + 5))) return undefined
  const asType = (from: number, to: number, confidence: number): Candidate => {
    const name = collapse(text.slice(from, to))
    return candidate(
      type,
      from,
      to,
      type === 'party' ? { name, role: collapse(text.slice(hit.start, hit.end)) } : name,
      confidence,
    )
  }
  // `Inh. Walburga Thoma`: whose role it is stands behind it.
  if (
    type === 'person' &&
    /^\.? \p{Lu}/u.test(text.slice(hit.end, hit.end + 3)) &&
    nameFrom(index, hit.end + (text[hit.end] === '.' ? 2 : 1))
  )
    return undefined
  const line = lineAt(index, hit.start)
  const known = values.names[lastAtOrBefore(values.names, hit.start - 1)]
  if (known && (type === 'party' || known.type === type) && comma.test(text.slice(known.end, hit.start)))
    return asType(known.start, known.end, known.confidence)
  const isRoleOf = (gap: string): boolean =>
    comma.test(gap) || (isSure && appointed.test(gap) && !awaiting.test(text.slice(hit.start, hit.end)))
  if (type !== 'organization') {
    const head = text.slice(Math.max(line.start, hit.start - longest), hit.start)
    const words = nameBeforeRole.exec(head)?.[1]
    const name = words === undefined ? undefined : nameFrom(index, hit.start - words.length)
    if (name && isRoleOf(text.slice(name.end, hit.start))) return asType(name.start, name.end, 0.85)
  }
  return line.end - line.start > longest * 2 ? undefined : onLineAbove(index, values, hit, line, type, asType)
}

function onLineAbove(
  index: TextIndex,
  values: Values,
  hit: LabelHit,
  line: Line,
  type: FieldType,
  asType: (start: number, end: number, confidence: number) => Candidate,
): Candidate | undefined {
  const { text, lines } = index
  // `Lettings Officer` is more of a role than its last word.
  const lead = text.slice(line.start, hit.start)
  const isOwnLine =
    /^[\s–—(-]*$/.test(lead) || (hit.end >= line.end - 1 && /^[\s–—(-]*(?:\p{Lu}[\p{L}-]{1,20} ){1,2}$/u.test(lead))
  const named = isOwnLine ? lines[line.number - 1] : { start: line.start, end: nameEnd(text, line.start, hit.start) }
  if (named === undefined || named.end - named.start > longest || named.end <= named.start) return undefined
  // Between two names the role is more likely a title of the second.
  const below = isOwnLine && hit.end + 2 >= line.end ? lines[line.number + 1] : undefined
  if (below && wholeName(index, below.start, below.end)) return undefined
  const raw = text.slice(named.start, named.end)
  const start = named.start + (/^[\s_]*/u.exec(raw)?.[0].length ?? 0)
  const end = named.start + raw.trimEnd().length
  if (type !== 'person') {
    const firm = firstWithin(values.of('organization'), start, start + 3)
    if (firm && firm.end >= end - 2) return asType(firm.start, firm.end, 0.9)
  }
  const name = type === 'organization' ? undefined : wholeName(index, start, end)
  return name && asType(name.start, name.end, 0.85)
}

/** A name of two words and more, without its titles. */
function nameFrom(index: TextIndex, start: number): PersonName | undefined {
  const name = personNameAt(index, start + titleOfPerson(index.text.slice(start, start + longest)))
  return name && name.parts > 1 && !namesNobody(index.text.slice(name.start, name.end)) ? name : undefined
}

/** The name of a person that is all of a stretch, but for titles before and degrees behind it. */
function wholeName(index: TextIndex, start: number, end: number): PersonName | undefined {
  const name = nameFrom(index, start)
  const rest = name && index.text.slice(name.end, Math.max(name.end, end))
  return /^[ ,.]*(?:\p{Lu}[\p{L}.]{1,5}[ ,]*){0,3}$/u.test(rest ?? '') ? name : undefined
}

/** Where a name ends that a role stands behind in the same line: `JANE ROE          First Defendant`. */
function nameEnd(text: string, start: number, role: number): number {
  const before = text.slice(start, role)
  const gap =
    /(?:[ \t]{3,}|,[ \t]{1,8})(?:the )?(?:(?:first|second|third|1st|2nd|3rd|\d\.?|erste[rn]?|zweite[rn]?|primer[oa]?|segund[oa]|premi[eè]re?) )?$/iu.exec(
      before,
    )
  return gap === null ? start : start + gap.index
}
