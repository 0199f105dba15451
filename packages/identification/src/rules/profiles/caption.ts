import { candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { lexicon } from '../labels/lexicon.ts'
import { collapse, type Line } from '../text-index.ts'
import { firstWithin } from '../read-values.ts'
import { titleOf } from '../values/person-names.ts'
import type { Finder } from './finding.ts'

/** What stands between the parties, or before the first: no part of a name. */
const divides =
  /^[\s–—-]*(?:b\s?e\s?t\s?w\s?e\s?e\s?n|v\.?|vs\.?|versus|against|gegen|contre|contra|contro|tegen|and|und|et|y|e|en|in (?:the matter of|der sache|dem rechtsstreit|sachen)|entre|tra)[\s:.–—-]*$/iu
const article = /^(?:(?:der|des|die|the|la|le|el|il|de)\s)+/iu
/** A comma that ends no name: `Acme, Inc.` */
const named = /^[^,]{2,80}(?:,\s?(?:Inc|LLC|Ltd|L\.?P|Corp|S\.A|S\.L|Lda|N\.A)\b\.?)?/iu
const mostLines = 6
const reach = 8000

/**
 * A party of a court's paper by the role that stands behind its name: `JANE DOE, Plaintiff,` or on a line of its own below
 * the name and address (`– Klägerin –`).
 */
export function captioned(role: 'plaintiff' | 'defendant'): Finder {
  const names = lexicon[role].labels.map((label) => label.replaceAll('.', '\\.')).join('|')
  const atEnd = new RegExp(
    String.raw`^(.*?)(?:^|,|[–—-])[\s–—-]*(?:the )?(${names})(?:s|\(s\)|/\p{L}{1,20}|-\p{L}{1,20})?[\s.,;–—-]*$`,
    'iu',
  )
  // More may be said of the party behind its role: `demanderesse, représentée par Me …`.
  const atStart = new RegExp(String.raw`^(\s{0,20})(${names}), \S`, 'iu')
  return ({ index: { text, lines }, values }) => {
    const options: Option[] = []
    const beginsWithName = (line: Line | undefined): boolean => {
      const start = line && line.start + titleOf(text.slice(line.start, Math.min(line.end, line.start + 60)))
      return start !== undefined && firstWithin(values.names, start, start + 3) !== undefined
    }
    for (const [at, line] of lines.entries()) {
      if (line.start > reach || options.length === 3) break
      if (line.end - line.start > 200) continue
      const raw = text.slice(line.start, captionEnd(text, line))
      const found = atEnd.exec(raw) ?? atStart.exec(raw)
      if (found === null) continue
      let first = at
      if ((found[1] ?? '').trim() === '') {
        // It is the title of what follows where a name stands there, and none above.
        if (beginsWithName(lines[at + 1]) && !beginsWithName(lines[at - 1])) continue
        // A blank line may stand between the name and its role.
        const over = isBlank(text, lines[at - 1]) ? 1 : 0
        first = at - over
        while (first > 0 && at - first < mostLines && !isDivider(text, lines[first - 1])) first -= 1
        if (first === at - over) continue
      }
      const from = lines[first]?.start ?? line.start
      const whole = text.slice(
        from,
        first === at ? line.start + (found[1] ?? '').length : captionEnd(text, lines[first] ?? line),
      )
      const lead = whole.length - whole.trimStart().length
      const bare = whole
        .trim()
        .replace(/^\(?\d{1,2}[.)] /u, '')
        .replace(article, '')
      const plain = bare.slice(titleOf(bare))
      const start = from + lead + whole.trim().length - plain.length
      const name =
        named.exec(plain)?.[0].replace(/(?: (?:and|und|et|y|e|en))?[\s,;:]+$|(?: (?:and|und|et|y|e|en))$/u, '') ?? ''
      if (!/^\p{Lu}/u.test(name) || /[:：]/u.test(name) || name.split(/\s+/).length > 9) continue
      const value = { name: collapse(name), role: collapse(found[2] ?? '') }
      options.push({
        value: candidate('party', start, start + name.length, value, 0.85),
        score: 0.8,
        method: 'position',
      })
    }
    return options
  }
}

const isBlank = (text: string, line: Line | undefined): boolean =>
  line !== undefined && text.slice(line.start, Math.min(line.end, line.start + 200)).trim() === ''

/** Where the left half of a caption ends: `JANE DOE,        )    No. 2025 L 9134`. */
function captionEnd(text: string, { start, end }: Line): number {
  const tail = /[ \t]{2,}[)|§].{0,200}$/u.exec(text.slice(start, end))
  return tail === null ? end : start + tail.index
}

/** A line that ends a block of a name and its address. */
function isDivider(text: string, line: { readonly start: number; readonly end: number } | undefined): boolean {
  if (line === undefined || line.end - line.start > 200) return true
  // Beside it may stand the number of the case.
  const raw = text.slice(line.start, captionEnd(text, { number: 0, ...line })).replace(/(?<=\S) {3,}.*$/u, '')
  return (
    raw.trim() === '' ||
    divides.test(raw) ||
    /(?:court|gericht|tribunal|juzgado|rechtbank|district|division)\b/iu.test(raw) ||
    /[–—-]\s*$/u.test(raw)
  )
}
