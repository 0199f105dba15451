import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call the day on which a contract ends by a notice, folded. */
const ends = new Set(
  'termination terminates end kundigung kundigungstermin kundigungsdatum vertragsende mietende resiliation fin rescision disdetta recesso opzegging beeindiging rescisao denuncia'.split(
    ' ',
  ),
)
/** A notice in a sentence, up to the day from which it holds. */
const notice =
  /(?<!\p{L})(?:kündig\p{L}*|kündigung|terminat\p{L}*|notice|cancel\p{L}*|résili\p{L}*|rescind\p{L}*|rescisión|disd\p{L}*|reced\p{L}*|recesso|opzeg\p{L}*|zeg)(?!\p{L})[^.!?\n]{0,160}(?<!\p{L})(?:zum|per|with effect from|effective(?: on| from)?|on|as of|avec effet au|à compter du|pour le|au|con efectos? (?:del?|desde el)|a partir del?|con effetto dal?|a decorrere dal?|a partire dal?|met ingang van|op|a partir de) (?:the |den |dem )?$/iu
const lead = 200

/** The only day that a paper gives notice for: `terminationDate` of `hiermit kündige ich fristgerecht zum 31.08.2026`. */
export function endsByNotice({ index: { text }, values }: Finding, target: Target): Option[] {
  if (target.type !== 'date') return []
  if (!wordsOf(spaced(target.name)).some(({ folded }) => ends.has(folded))) return []
  const found = values.of('date').filter(({ start }) => notice.test(text.slice(Math.max(0, start - lead), start)))
  const [only] = found
  if (only === undefined || found.some(({ value }) => value !== only.value)) return []
  return [{ value: { ...only, alternatives: [] }, score: 0.55 * only.confidence, method: 'clause' }]
}
