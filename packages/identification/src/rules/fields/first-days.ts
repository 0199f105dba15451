import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call the day from which something holds, folded: en, de, fr, es, it, pt, nl, sv. */
const firsts = new Set(
  'effective effect start begin beginning commencement gultig gueltig ab beginn wirkung eintritt eintrittsdatum beginndatum effet entree debut efectos efecto inicio comienzo effetto decorrenza inizio efeito inicio ingang ingangsdatum startdatum start borjan hire startdato indtraedelse rozpoczecia wejscia arbeitsbeginn dienstantritt decorre change anderung aenderung cambio modifica wijziging zmiany'.split(
    ' ',
  ),
)
/** What stands before that day. */
const fromThen =
  /(?<!\p{L})(?:(?:with )?effect(?:ive)? (?:from|on|as of)|takes? effect (?:on|from)|(?:begins?|starts?|commences?|start work) on|(?:beginnt|startet|wirksam|eingestellt) (?:am|zum|ab(?: dem)?)|(?:commence|débute) le|desde el|(?:comienza|empieza) el|decorre dal?l?|com início em|treedt op|(?:vanaf|per)|as from|from|ab(?: dem)?|mit Wirkung (?:vom|ab(?: dem)?|zum)|à (?:compter|partir) du|prend effet le|con efectos? (?:del?(?: día)?|desde(?: el)?|a partir del?)|a partir del?(?: día)?|con effetto dal?l?|a decorrere dal?l?|a partire dal|com efeitos? a partir de|a partir de|met ingang van|(?:start|starten|begint|beginnen) op|från(?: och med)?|påbörjas(?: den)?|(?:med virkning )?fra(?: og med)?|z dniem|od dnia)[ ](?:the |den |dem |el |le )?(?:(?:le |l['’])?(?:\p{L}{4,10},? ?(?:the |den |dem |le |el )?)?)?$/iu
/** What asks for the day before that. */
const lead = 60

/** Whether a field asks for the day from which something holds. */
export const asksForFirstDay = ({ type, name }: Target, description = ''): boolean =>
  type === 'date' && wordsOf(`${spaced(name)} ${description}`).some(({ folded }) => firsts.has(folded))

/** The only day that a paper says something holds from, for a field of such a day: `dateEffet` of `à compter du 1er avril 2027`. */
export function firstDays({ index: { text }, values }: Finding, target: Target, description = ''): Option[] {
  if (!asksForFirstDay(target, description)) return []
  const found = values.of('date').filter(({ start }) => fromThen.test(text.slice(Math.max(0, start - lead), start)))
  const [only] = found
  if (only === undefined || found.some(({ value }) => value !== only.value)) return []
  return [{ value: { ...only, alternatives: [] }, score: 0.56 * only.confidence, method: 'clause' }]
}
