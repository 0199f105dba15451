import { anyCase } from '../any-case.ts'
import { candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { collapse } from '../text-index.ts'
import { namesNobody, partyNameAt } from '../values/party-names.ts'
import { titleOf } from '../values/person-names.ts'
import type { Finding } from './finding.ts'

/** Articles, forms of address and plain nouns before a name: `la mercantil`, `the company`, `Herrn`. */
const introduction = new RegExp(
  anyCase(
    String.raw`^(?:(?:the|der|die|den|dem|des|la|le|el|il|lo|o|a|de|het)\s|l['’])?(?:(?:su|sua|seu|son|sa|suo|his|her|ihren?|ihre|meinen?|meine|mon|ma|mi|my|meu|minha|mijn|mojego|moją) \p{L}{3,12},? )?(?:(?:mercantil|entidad|empresa|sociedad|société|società|ditta|firma|company|limited company|sociedade|sra?\.? d\.?ª?|herrn|frau)\s)?`,
  ),
  'u',
)

/** The names of parties that a phrase leads to, the first of them the surest. `leading` is global. */
export function namesBehind({ index, values }: Finding, leading: RegExp, score: number): Option[] {
  const { text } = index
  const options: Option[] = []
  for (const match of text.slice(0, 12_000).matchAll(leading)) {
    if (options.length === 3) break
    const behind = match.index + match[0].length
    const begin = behind + (introduction.exec(text.slice(behind, behind + 60))?.[0].length ?? 0)
    const name = partyNameAt(index, values.names, begin + titleOf(text.slice(begin, begin + 60)))
    const raw = name && text.slice(name.start, name.end)
    if (!name || raw === undefined || !/\s/u.test(raw) || namesNobody(raw)) continue
    const value = { name: collapse(raw), role: null }
    options.push({
      value: candidate('party', name.start, name.end, value, 0.85),
      score: score - options.length * 0.1,
      method: 'clause',
    })
  }
  return options
}
